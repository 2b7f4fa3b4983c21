// The board of a placement or a tour: pieces, holes, walls and regions, put there by hand.

import { el, radios } from "./editor-form.js";
import { Grid, MOST_BUTTONS } from "./editor-grid.js";
import { Sizes, boardShape } from "./editor-size.js";
import { Squares } from "./editor-squares.js";
import { regionColours } from "./editor-regions.js";
import { coordinatesOf, sizeOf } from "./notation.js";

const TOOLS = {
  placement: [
    ["piece", "Piece"],
    ["hole", "Hole"],
    ["wall", "Wall"],
    ["region", "Region"],
    ["clear", "Clear"],
  ],
  tour: [
    ["start", "Start"],
    ["end", "End"],
    ["hole", "Hole"],
    ["wall", "Wall"],
    ["clear", "Clear"],
  ],
};
const PAINTING = new Set(["hole", "wall", "region", "clear"]);
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LETTER = /^[\p{L}\p{N}]$/u;

export class BoardView {
  constructor(editor, root) {
    this.editor = editor;
    this.form = editor.form;
    this.isPicture = true;
    this.kind = editor.model.kind;
    this.squares = new Squares(this.form).read();
    [[this.tool]] = TOOLS[this.kind];
    this.letter = "A";
    this.tools = el("div", { class: "tools" });
    this.tools.append(
      radios("tool", "A click on a square sets", TOOLS[this.kind], this.tool, (tool) => this.setTool(tool)),
    );
    this.tools.append(
      el("button", { type: "button", id: "clear-board", onclick: () => this.clearAll() }, "Clear the board"),
    );
    this.regionTools = el("div", { class: "region-tools", hidden: true });
    this.board = el("div");
    this.note = el("p", { class: "note" });
    root.append(this.tools, this.regionTools, this.board, this.note);
    this.grid = new Grid(this.board, "Board", {
      begin: (cell, goesOn) => this.begin(cell, goesOn),
      paint: (cell) => this.paint(cell),
      end: () => this.end(),
      key: (event, cell) => this.key(event, cell),
    });
    this.sizes = new Sizes(this.form, [1, 6], (shape, wanted) => this.resize(shape, wanted));
    this.axes = String(boardShape(this.form)?.length);
  }

  setTool(tool) {
    this.tool = tool;
    this.grid.setPaints(PAINTING.has(tool));
    this.regionTools.hidden = tool !== "region";
    const radio = document.getElementById(`tool-${tool}`);
    if (radio) radio.checked = true;
    if (tool === "region") this.buildLetters();
  }

  // --- strokes ---

  begin(cell, goesOn = false) {
    const { squares, tool } = this;
    squares.read();
    if (tool === "hole") this.value = goesOn || !squares.holes.has(cell);
    else if (tool === "wall") this.value = goesOn || !squares.walls.has(cell);
    else if (tool === "piece") this.value = !squares.fixed.has(cell);
    else if (tool === "start" || tool === "end") this.value = squares[tool] !== cell;
    this.touched = null;
    this.paint(cell);
  }

  paint(cell) {
    const { squares, tool } = this;
    if (tool === "region") {
      if (squares.isMissing(cell)) squares.clear(cell);
      squares.setRegion(cell, this.letter);
    } else {
      squares.clear(cell);
      const names = { hole: "holes", wall: "walls", piece: "fixed" };
      if (tool in names && this.value) squares[names[tool]].add(cell);
      if ((tool === "start" || tool === "end") && this.value) squares[tool] = cell;
      if (tool === "clear" && squares.regions) squares.setRegion(cell, ".");
    }
    squares.write();
    this.touched = cell;
    this.show();
  }

  end() {
    if (this.touched === null) return;
    const names = { region: "regions", hole: "holes", wall: "walls", piece: "fixed", clear: "fixed" };
    this.editor.changed(names[this.tool] ?? this.tool);
    this.editor.say(this.grid.buttons[this.touched].getAttribute("aria-label"));
  }

  key(event, cell) {
    if (event.key === "Delete" || event.key === "Backspace") {
      const { tool } = this;
      this.tool = "clear";
      this.begin(cell);
      this.end();
      this.tool = tool;
      return true;
    }
    if (this.tool !== "region" || !(LETTER.test(event.key) || event.key === ".")) return false;
    const used = this.squares.letters();
    // One types small letters; regions are called by capitals unless they are not.
    this.letter = used.includes(event.key) ? event.key : event.key.toUpperCase();
    this.begin(cell);
    this.end();
    this.buildLetters();
    return true;
  }

  clearAll() {
    for (const name of ["fixed", "holes", "walls", "start", "end", "regions"]) this.form.set(name, "");
    if (this.form.has("regions")) this.form.set("per_region", "");
    this.editor.changed("fixed");
    this.editor.say("The board is clear");
  }

  // --- regions ---

  buildLetters() {
    const used = this.squares.letters();
    const fresh = [...ALPHABET].find((letter) => !used.includes(letter)) ?? "A";
    const letters = [...used, fresh];
    if (!letters.includes(this.letter) && this.letter !== ".") letters.push(this.letter);
    // Made anew only for other letters: a button that is pressed must stay.
    const form = `${letters.join("")} ${this.letter}`;
    if (this.regionTools.dataset.form === form) return;
    this.regionTools.dataset.form = form;
    const choices = letters.map((letter) => [letter, letter === fresh ? `${letter} (new)` : letter]);
    const set = radios("letter", "Region", [...choices, [".", "none"]], this.letter, (letter) => {
      this.letter = letter;
      this.regionTools.dataset.form = `${letters.join("")} ${letter}`;
    });
    const usual = el(
      "button",
      { type: "button", id: "newspaper-rules", onclick: () => this.newspaper() },
      "One in each row, column and region",
    );
    this.regionTools.replaceChildren(set, usual);
  }

  // The rules of newspapers' region puzzles.
  newspaper() {
    for (const name of ["per_row", "per_column", "per_region"]) this.form.set(name, "1");
    this.form.put("no_touch", ["yes"]);
    this.form.put("peaceful", ["no"]);
    this.form.set("number", "");
    this.editor.changed("per_region");
  }

  // --- sizes ---

  resize(shape, wanted) {
    this.squares.resize(shape, wanted);
    this.editor.changed("board");
  }

  // The board was typed as text: what is off it now goes.
  fieldSettled(name) {
    const shape = boardShape(this.form);
    if (name !== "board" || !shape || !this.grid.shape) return;
    this.squares.resize(this.settledShape ?? shape, shape);
    this.settledShape = shape;
  }

  refresh() {
    const shape = boardShape(this.form);
    if (!shape) return;
    this.squares.read();
    this.sizes.refresh(shape);
    this.showAxes(shape.length);
    const large = sizeOf(shape) > MOST_BUTTONS;
    this.board.hidden = large;
    this.tools.hidden = large;
    this.note.textContent = large
      ? `A board of over ${MOST_BUTTONS} squares is set up in words: see “Squares in words”.`
      : "";
    if (large) return;
    this.offerRegions(shape.length === 2);
    this.grid.build(shape);
    this.show();
    if (document.activeElement !== this.form.inputs("board")[0]) this.settledShape = shape;
    if (this.tool === "region" && !this.regionTools.contains(document.activeElement)) this.buildLetters();
  }

  // Regions are drawn on boards of two axes alone.
  offerRegions(offered) {
    const radio = document.getElementById("tool-region");
    if (!radio) return;
    radio.disabled = !offered;
    if (!offered && this.tool === "region") this.setTool("piece");
  }

  // One box for each axis that may be joined.
  showAxes(number) {
    const set = this.form.field("torus");
    if (!set || this.axes === String(number)) return;
    this.axes = String(number);
    const last = number === 1 ? ["left and right"] : ["top and bottom", "left and right"];
    const ticked = this.form.inputs("torus").map((box) => box.checked);
    set.querySelectorAll("label").forEach((label) => label.remove());
    for (let axis = 1; axis <= number; axis++) {
      const name = last[axis - 1 - (number - last.length)] ?? `axis ${axis}`;
      const box = el("input", { type: "checkbox", name: "torus", value: axis });
      // All joined stays all joined.
      box.checked = ticked.length > 0 && ticked.every(Boolean);
      set.append(el("label", {}, box, ` ${name}`));
    }
  }

  // --- what squares look like ---

  show() {
    const { squares, grid } = this;
    const colours = regionColours(squares.shape, squares.regions, (cell) => squares.isMissing(cell));
    for (let cell = 0; cell < grid.buttons.length; cell++) grid.update(cell, this.state(cell, colours));
  }

  state(cell, colours) {
    const { squares } = this;
    if (squares.holes.has(cell)) return { classes: "hole", label: "hole", content: () => [] };
    if (squares.walls.has(cell)) return { classes: "wall", label: "wall", content: () => [] };
    const letter = squares.regions?.[cell] ?? ".";
    const ends = ["start", "end"].filter((name) => squares[name] === cell);
    const piece = squares.fixed?.has(cell) || squares.start === cell;
    const said = [
      ...(squares.fixed?.has(cell) ? [this.pieceName()] : []),
      ...ends,
      ...(letter === "." ? [] : [`region ${letter}`]),
    ];
    return {
      classes: (squares.regions ? colours.classes(cell) : [this.shade(cell)]).join(" "),
      label: said.join(", ") || "free",
      also: piece ? this.drawnName() : "",
      content: () => [
        ...(letter === "." ? [] : [el("span", { class: "letter" }, letter)]),
        ...ends.map((name) => el("span", { class: "end" }, name)),
        ...(piece ? [this.glyph()] : []),
      ],
    };
  }

  // An error may name squares: they are marked. None is a field of the form.
  blamed(fault) {
    const names = `${fault.error} ${fault.text ?? ""}`.match(/\b([a-z]{1,2}[0-9]{1,3}|[0-9]+(,[0-9]+)+)\b/g);
    for (const name of names ?? []) {
      this.board.querySelector(`[data-square="${name}"]`)?.setAttribute("aria-invalid", "true");
    }
    return null;
  }

  // Chequered along all axes, the first square dark.
  shade(cell) {
    const { shape } = this.squares;
    const sum = coordinatesOf(shape, cell).reduce((total, place) => total + place, 0);
    return (sum - shape.length) % 2 === 0 ? "dark" : "light";
  }

  pieceName() {
    return this.form.get("piece").trim() || (this.kind === "tour" ? "knight" : "queen");
  }

  // As in the pictures: stars where a region holds several queens.
  drawnName() {
    const name = this.pieceName().toLowerCase();
    return name === "queen" && Number(this.form.get("per_region")) > 1 ? "star" : name;
  }

  glyph() {
    const name = this.drawnName();
    if (this.editor.model.drawn.includes(name)) return symbol(`piece-${name}`);
    return el("span", { class: "disc" }, name[0].toUpperCase());
  }
}

// A drawing that stands in the page once and is used many times.
export function symbol(id) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "piece");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}
