// A hinged chain or a snake cube: its links in a row, each a button; and the board that it fills, where
// squares can be taken out and links settled.

import { el, radios } from "./editor-form.js";
import { Grid, MOST_BUTTONS } from "./editor-grid.js";
import { ARROWS, CORNER_NAMES, MOST_LINKS, cube, hingedLink, shortened, spelled } from "./editor-links.js";
import { Sizes, boardShape } from "./editor-size.js";
import { Squares } from "./editor-squares.js";
import { sizeOf, tableOf, tableText } from "./notation.js";

const HINGES = "DLR";

export class ChainView {
  constructor(editor, root) {
    this.editor = editor;
    this.form = editor.form;
    this.hinged = editor.model.kind === "chain";
    this.one = this.hinged ? "link" : "cube";
    this.squares = new Squares(this.form).read();
    this.tool = this.hinged ? "hinge" : "turn";
    this.boardTool = "hole";
    this.links = el("div", { class: "links", role: "toolbar", "aria-label": this.hinged ? "Links" : "Cubes" });
    this.links.addEventListener("click", (event) => this.click(event));
    this.links.addEventListener("keydown", (event) => this.key(event));
    this.board = el("div");
    this.note = el("p", { class: "note" });
    this.current = 1;
    root.append(...this.toolSets(), this.links, this.note, this.boardTools(), this.board);
    this.grid = new Grid(this.board, "Board", {
      begin: (cell, goesOn) => this.begin(cell, goesOn),
      paint: (cell) => this.paint(cell),
      end: () => this.editor.changed(this.boardTool === "hole" ? "holes" : "fixed"),
      key: (event, cell) => this.boardKey(event, cell),
    });
    this.grid.setPaints(true);
    const axes = this.hinged ? [2, 2] : [1, 4];
    this.sizes = new Sizes(this.form, axes, (shape, wanted) => this.resize(shape, wanted));
  }

  toolSets() {
    if (!this.hinged) return [];
    const tools = [
      ["hinge", "the corner of its exit hinge"],
      ["arrow", "its arrow"],
    ];
    return [radios("link-tool", "A click on a link changes", tools, this.tool, (tool) => (this.tool = tool))];
  }

  boardTools() {
    this.number = el("input", { type: "number", id: "link-number", min: 1, value: 1, "aria-label": `${this.one} to settle` });
    const tools = [
      ["hole", "takes it out, or puts it back"],
      ["settle", `settles ${this.one} number`],
    ];
    const set = radios("board-tool", "A click on a square", tools, this.boardTool, (tool) => {
      this.boardTool = tool;
      this.grid.setPaints(tool === "hole");
    });
    set.append(this.number);
    return set;
  }

  // --- the word ---

  get letters() {
    return this.hinged ? HINGES : "STE";
  }

  get length() {
    return sizeOf(this.squares.shape) - this.squares.holes.size;
  }

  // A letter for each link, or null for any word and for one that cannot be read.
  word() {
    const text = this.form.get("word").trim();
    if (!text) return this.hinged ? "D".repeat(this.length) : null;
    const word = spelled(text, this.letters);
    if (word === null || this.hinged) return word;
    // A snake's word may have its ends or not; inside it has none.
    return word.length === this.length ? word.slice(1, -1) : word;
  }

  putWord(word) {
    this.form.set("word", this.hinged && !/[LR]/.test(word) ? "" : shortened(word));
  }

  // Another number of squares asks for as many links: at the end they come and go.
  fitWord() {
    const word = this.word();
    const wanted = this.hinged ? this.length : Math.max(0, this.length - 2);
    if (word === null || !this.form.get("word").trim()) return;
    this.putWord(word.slice(0, wanted).padEnd(wanted, this.hinged ? "D" : "T"));
    for (const name of this.hinged ? ["marks", "fixed"] : ["fixed"]) {
      const commas = name === "marks" || this.squares.shape.length === 2;
      const table = [...tableOf(this.form.get(name), commas)];
      this.form.set(name, tableText(table.filter(([link]) => Number(link) <= this.length), commas));
    }
    this.squares.read();
  }

  click(event) {
    const button = event.target.closest("[data-link]");
    if (!button) return;
    const link = Number(button.dataset.link);
    this.current = link;
    this.number.value = link;
    if (!this.hinged) this.turn(link);
    else if (this.tool === "arrow") this.nextArrow(link);
    else this.setLetter(link, HINGES[(HINGES.indexOf(this.word()?.[link - 1]) + 1) % HINGES.length]);
  }

  turn(link) {
    if (link === 1 || link === this.length) return;
    const word = this.word() ?? "T".repeat(Math.max(0, this.length - 2));
    const letter = this.form.get("word").trim() && word[link - 2] === "T" ? "S" : "T";
    this.putWord(word.slice(0, link - 2) + letter + word.slice(link - 1));
    this.editor.changed("word");
    this.sayLink(link);
  }

  setLetter(link, letter) {
    const word = (this.word() ?? "").padEnd(this.length, "D").slice(0, this.length);
    this.putWord(word.slice(0, link - 1) + letter + word.slice(link));
    this.editor.changed("word");
    this.sayLink(link);
  }

  nextArrow(link) {
    const now = this.marks().get(String(link));
    this.setArrow(link, ARROWS[ARROWS.indexOf(now) + 1]);
  }

  setArrow(link, arrow) {
    const marks = this.marks();
    if (arrow) marks.set(String(link), arrow);
    else marks.delete(String(link));
    this.form.set("marks", tableText(marks));
    this.editor.changed("marks");
    this.sayLink(link);
  }

  marks() {
    return this.hinged ? tableOf(this.form.get("marks")) : new Map();
  }

  sayLink(link) {
    this.editor.say(this.links.querySelector(`[data-link="${link}"]`)?.getAttribute("aria-label") ?? "");
  }

  key(event) {
    const button = event.target.closest("[data-link]");
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const link = Number(button.dataset.link);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
    const letter = event.key.toUpperCase();
    let there = null;
    if (event.key in steps) there = link + steps[event.key];
    else if (event.key === "Home") there = 1;
    else if (event.key === "End") there = this.length;
    else if (this.hinged && (event.key === "Delete" || event.key === "Backspace")) this.setArrow(link, null);
    else if (this.hinged && HINGES.includes(letter)) this.setLetter(link, letter);
    else return;
    event.preventDefault();
    if (there === null) return;
    this.current = Math.min(this.length, Math.max(1, there));
    this.tabTo();
    this.links.querySelector(`[data-link="${this.current}"]`)?.focus();
  }

  // --- the board ---

  begin(cell, goesOn = false) {
    this.squares.read();
    this.value = goesOn || !this.squares.holes.has(cell);
    this.paint(cell);
  }

  paint(cell) {
    const { squares } = this;
    const had = [...squares.fixed].find(([, there]) => there === cell)?.[0];
    squares.clear(cell);
    if (this.boardTool === "hole") {
      if (this.value) squares.holes.add(cell);
    } else if (had !== this.number.value) {
      squares.fixed.set(this.number.value, cell);
    }
    squares.write();
    this.fitWord();
    this.showBoard();
  }

  boardKey(event, cell) {
    if (event.key !== "Delete" && event.key !== "Backspace") return false;
    this.squares.read().clear(cell);
    this.squares.write();
    this.fitWord();
    this.editor.changed("holes");
    return true;
  }

  resize(shape, wanted) {
    this.squares.resize(shape, wanted);
    this.fitWord();
    this.editor.changed("board");
  }

  fieldSettled(name) {
    if (name === "board" && boardShape(this.form)) {
      this.squares.read();
      this.fitWord();
    }
  }

  refresh() {
    const shape = boardShape(this.form);
    if (!shape) return;
    this.squares.read();
    this.sizes.refresh(shape);
    const large = sizeOf(shape) > Math.min(MOST_BUTTONS, MOST_LINKS);
    this.board.hidden = large;
    this.links.hidden = large;
    this.note.textContent = large ? "A chain so long is set up in words." : "";
    if (large) return;
    this.grid.build(shape);
    this.showBoard();
    this.showLinks();
  }

  showBoard() {
    const { squares, grid } = this;
    const links = new Map([...squares.fixed].map(([link, cell]) => [cell, link]));
    for (let cell = 0; cell < grid.buttons.length; cell++) {
      const link = links.get(cell);
      if (squares.holes.has(cell)) grid.update(cell, { classes: "hole", label: "hole", content: () => [] });
      else if (link === undefined) grid.update(cell, { classes: "light", label: "free", content: () => [] });
      else {
        const content = () => [el("span", { class: "disc" }, link)];
        grid.update(cell, { classes: "light", label: `${this.one} ${link}`, content });
      }
    }
  }

  showLinks() {
    const { length } = this;
    this.number.max = length;
    this.current = Math.min(this.current, length);
    if (this.links.children.length !== length) {
      this.links.replaceChildren(
        ...Array.from({ length }, (_, place) => el("button", { type: "button", "data-link": place + 1, class: "link" })),
      );
    }
    const word = this.word();
    const marks = this.marks();
    [...this.links.children].forEach((button, place) => {
      const number = place + 1;
      const state = this.hinged
        ? this.hingedState(number, word?.[place] ?? "D", marks.get(String(number)))
        : this.cubeState(number, number === 1 || number === length ? "E" : word?.[place - 1]);
      button.replaceChildren(...state.content);
      button.setAttribute("aria-label", `${this.one} ${number}: ${state.label}`);
      button.title = button.getAttribute("aria-label");
    });
    this.tabTo();
  }

  hingedState(number, letter, arrow) {
    const label = CORNER_NAMES[letter] + (arrow ? `, arrow ${arrow}` : "");
    return { label, content: hingedLink(number, letter, arrow) };
  }

  cubeState(number, letter) {
    const label = { E: "end", S: "straight", T: "turn" }[letter] ?? "any";
    return { label, content: cube(number, letter) };
  }

  tabTo() {
    [...this.links.children].forEach((button, place) => {
      button.tabIndex = place + 1 === this.current ? 0 : -1;
    });
  }
}
