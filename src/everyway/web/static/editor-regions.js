// Colours and borders of regions: neighbours differ in colour, a thick line parts them, and the letter
// in each square says the same without colour.

import { cellAt, coordinatesOf } from "./notation.js";

const COLOURS = 12;
const AROUND = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => [row, column]));

export function regionColours(shape, letters, isMissing) {
  if (!letters) return { classes: () => [] };
  const at = (cell, row, column) => {
    const [r, c] = coordinatesOf(shape, cell);
    const there = cellAt(shape, [r + row, c + column]);
    return there === null || isMissing(there) ? null : letters[there];
  };
  const neighbours = new Map();
  letters.forEach((letter, cell) => {
    if (letter === "." || isMissing(cell)) return;
    if (!neighbours.has(letter)) neighbours.set(letter, new Set());
    for (const [row, column] of AROUND) {
      const other = at(cell, row, column);
      if (other !== null && other !== "." && other !== letter) neighbours.get(letter).add(other);
    }
  });
  const colours = new Map();
  for (const letter of [...neighbours.keys()].sort()) {
    const taken = new Set([...neighbours.get(letter)].map((other) => colours.get(other)));
    let colour = 0;
    while (taken.has(colour)) colour++;
    colours.set(letter, colour % COLOURS);
  }
  const sides = { top: [1, 0], right: [0, 1], bottom: [-1, 0], left: [0, -1] };
  return {
    classes(cell) {
      const letter = letters[cell];
      const found = Object.entries(sides)
        .filter(([, [row, column]]) => at(cell, row, column) !== letter)
        .map(([side]) => `edge-${side}`);
      found.push(colours.has(letter) ? `region-${colours.get(letter)}` : "light");
      return found;
    },
  };
}
