// Names of squares as everyway writes them: a1 on boards of two axes, 1,2,3 on others. A cell is a
// square's number, row by row from 0; coordinates count from 1 in the order of the axes.

export function shapeOf(text) {
  const sizes = text.trim().toLowerCase().split(/[x×*]/);
  if (!sizes.every((size) => /^[0-9]{1,7}$/.test(size))) return null;
  return sizes.map(Number);
}

export const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

export function coordinatesOf(shape, cell) {
  const coordinates = [];
  for (const size of [...shape].reverse()) {
    coordinates.unshift((cell % size) + 1);
    cell = Math.floor(cell / size);
  }
  return coordinates;
}

export function cellAt(shape, coordinates) {
  let cell = 0;
  for (const [axis, size] of shape.entries()) {
    const place = coordinates[axis];
    if (!(place >= 1 && place <= size)) return null;
    cell = cell * size + place - 1;
  }
  return cell;
}

export function columnLetters(column) {
  let letters = "";
  for (; column > 0; column = Math.floor((column - 1) / 26)) {
    letters = String.fromCharCode(97 + ((column - 1) % 26)) + letters;
  }
  return letters;
}

function columnNumber(letters) {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 96, 0);
}

export function nameOf(shape, cell) {
  const coordinates = coordinatesOf(shape, cell);
  if (shape.length !== 2) return coordinates.join(",");
  return columnLetters(coordinates[1]) + coordinates[0];
}

// The cell of a name, or null where it is none of this board.
export function cellOf(shape, name) {
  const text = name.trim().toLowerCase().replace(/^\((.*)\)$/, "$1");
  const algebraic = /^([a-z]{1,6})([0-9]{1,9})$/.exec(text);
  if (algebraic && shape.length === 2) {
    return cellAt(shape, [Number(algebraic[2]), columnNumber(algebraic[1])]);
  }
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length !== shape.length || !parts.every((part) => /^[0-9]{1,9}$/.test(part))) return null;
  return cellAt(shape, parts.map(Number));
}

// The cells that a list of names says; those that are no squares of the board are passed over.
export function cellsOf(shape, text) {
  const single = shape.length === 2 ? /\([^()]*\)|[^\s;,()]+/g : /\([^()]*\)|[^\s;()]+/g;
  const cells = (text.match(single) ?? []).map((name) => cellOf(shape, name));
  return new Set(cells.filter((cell) => cell !== null));
}

export function listOf(shape, cells) {
  const joiner = shape.length === 2 ? ", " : "; ";
  return [...cells]
    .sort((one, other) => one - other)
    .map((cell) => nameOf(shape, cell))
    .join(joiner);
}

// Names with something said of each, such as 2:right, 3:up; and back.
export function tableOf(text, commas = true) {
  const table = new Map();
  for (const part of text.split(commas ? /[,;]/ : /;/)) {
    const [key, ...rest] = part.split(":");
    if (rest.length) table.set(key.trim(), rest.join(":").trim());
  }
  return table;
}

export function tableText(table, commas = true) {
  const rows = [...table].sort(([one], [other]) => Number(one) - Number(other));
  return rows.map(([key, said]) => `${key}:${said}`).join(commas ? ", " : "; ");
}
