// A board as a table of buttons, one a square, a table for each layer. One square at a time can be
// reached by Tab; arrows move from square to square. A mouse, and a finger where the tool paints, draws
// over several squares in one stroke.

import { el } from "./editor-form.js";
import { cellAt, columnLetters, coordinatesOf, nameOf, sizeOf } from "./notation.js";

export const MOST_BUTTONS = 1600;

const HELP = "By keyboard: arrows move, Space sets, Shift and arrows draw, Delete clears.";

export class Grid {
  // `on` has: begin(cell), paint(cell), end() for strokes; key(event, cell), true if it was taken.
  constructor(root, title, on) {
    this.root = root;
    this.title = title;
    this.on = on;
    this.shape = null;
    this.buttons = [];
    this.current = 0;
    this.paints = false;
    root.classList.add("boards");
    root.addEventListener("pointerdown", (event) => this.pointerDown(event));
    root.addEventListener("pointermove", (event) => this.pointerMove(event));
    root.addEventListener("pointerup", () => this.pointerUp());
    root.addEventListener("pointercancel", () => this.pointerUp());
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.keyDown(event));
    root.addEventListener("focusin", (event) => this.focused(event.target));
  }

  // Whether a stroke may go on over several squares.
  setPaints(paints) {
    this.paints = paints;
    this.root.classList.toggle("paints", paints);
  }

  build(shape) {
    if (this.shape && String(this.shape) === String(shape)) return;
    const inside = this.root.contains(document.activeElement);
    this.shape = shape;
    this.buttons = [];
    const columns = shape.at(-1) ?? 0;
    const rows = shape.length > 1 ? shape.at(-2) : 1;
    const area = rows * columns;
    const tables = [];
    for (let first = 0; first < sizeOf(shape); first += area) tables.push(this.layer(first, rows, columns));
    const help = el("p", { class: "hint keys" }, HELP);
    this.root.replaceChildren(...tables, help);
    this.root.style.setProperty("--columns", Math.max(columns, 1));
    this.current = Math.min(this.current, Math.max(0, this.buttons.length - 1));
    if (this.buttons.length) this.buttons[this.current].tabIndex = 0;
    if (inside) this.buttons[this.current]?.focus();
  }

  layer(first, rows, columns) {
    const { shape } = this;
    const leading = coordinatesOf(shape, first).slice(0, -2);
    const name = leading.length ? `layer ${leading.join(",")}` : "";
    const table = el("table", {
      role: "grid",
      class: "board-grid",
      "aria-label": [this.title, name].filter(Boolean).join(", "),
    });
    if (name) table.append(el("caption", {}, name));
    const body = el("tbody");
    for (let row = rows; row >= 1; row--) {
      const line = el("tr");
      if (shape.length > 1) line.append(el("th", { scope: "row", "aria-hidden": "true" }, String(row)));
      for (let column = 1; column <= columns; column++) {
        line.append(this.square(first + (row - 1) * columns + column - 1));
      }
      body.append(line);
    }
    const feet = el("tr", { "aria-hidden": "true" });
    if (shape.length > 1) feet.append(el("td"));
    for (let column = 1; column <= columns; column++) {
      feet.append(el("th", {}, shape.length === 2 ? columnLetters(column) : String(column)));
    }
    table.append(body, el("tfoot", {}, feet));
    return table;
  }

  square(cell) {
    const name = nameOf(this.shape, cell);
    const button = el("button", { type: "button", tabindex: "-1", "data-cell": cell, "data-square": name });
    this.buttons[cell] = button;
    return el("td", { role: "gridcell" }, button);
  }

  // Show a square: classes, a label in words, and a function that makes what stands in it. `also` tells
  // states apart that have the same words.
  update(cell, { classes, label, content, also = "" }) {
    const button = this.buttons[cell];
    const state = `${classes}|${label}|${also}`;
    if (button.dataset.state === state) return;
    button.dataset.state = state;
    button.parentElement.className = classes;
    const name = nameOf(this.shape, cell);
    button.setAttribute("aria-label", `${name}: ${label}`);
    button.title = `${name}: ${label}`;
    button.replaceChildren(...content());
  }

  // --- by hand ---

  cellOf(target) {
    const cell = target?.closest?.("[data-cell]");
    return cell && this.root.contains(cell) ? Number(cell.dataset.cell) : null;
  }

  focused(target) {
    const cell = this.cellOf(target);
    if (cell !== null) this.moveTab(cell);
  }

  moveTab(cell) {
    this.buttons[this.current].tabIndex = -1;
    this.current = cell;
    this.buttons[cell].tabIndex = 0;
  }

  goTo(cell) {
    this.moveTab(cell);
    this.buttons[cell].focus();
  }

  pointerDown(event) {
    const cell = this.cellOf(event.target);
    this.handled = false;
    if (cell === null || event.button !== 0 || (event.pointerType !== "mouse" && !this.paints)) return;
    event.target.releasePointerCapture?.(event.pointerId);
    this.stroke = cell;
    this.handled = true;
    this.on.begin(cell);
  }

  pointerMove(event) {
    if (this.stroke === undefined || !this.paints) return;
    const cell = this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell === null || cell === this.stroke) return;
    this.stroke = cell;
    this.on.paint(cell);
  }

  pointerUp() {
    if (this.stroke === undefined) return;
    this.stroke = undefined;
    this.on.end();
  }

  // By Space or Enter, by a screen reader, by a finger.
  click(event) {
    const cell = this.cellOf(event.target);
    if (cell === null) return;
    if (this.handled && event.detail > 0) {
      this.handled = false;
      return;
    }
    this.on.begin(cell);
    this.on.end();
  }

  keyDown(event) {
    const cell = this.cellOf(event.target);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const there = this.neighbour(cell, event.key);
    if (there !== null) {
      event.preventDefault();
      // With Shift held, arrows draw a stroke.
      const draws = event.shiftKey && this.paints;
      if (draws) this.on.begin(cell, true);
      this.goTo(there);
      if (draws) {
        this.on.paint(there);
        this.on.end();
      }
    } else if (this.on.key?.(event, cell)) {
      event.preventDefault();
    }
  }

  // The cell that a key leads to from `cell`; null for keys that lead nowhere.
  neighbour(cell, key) {
    const shape = this.shape;
    const at = coordinatesOf(shape, cell);
    const last = shape.length - 1;
    const steps = {
      ArrowLeft: [last, -1],
      ArrowRight: [last, 1],
      ArrowDown: [last - 1, -1],
      ArrowUp: [last - 1, 1],
    };
    if (key === "Home") at[last] = 1;
    else if (key === "End") at[last] = shape[last];
    else if (key === "PageUp" || key === "PageDown") {
      const area = shape.slice(-2).reduce((product, size) => product * size, 1);
      const there = cell + (key === "PageDown" ? area : -area);
      return shape.length > 2 && there >= 0 && there < sizeOf(shape) ? there : cell;
    } else if (key in steps) {
      const [axis, by] = steps[key];
      if (axis < 0) return cell;
      at[axis] = Math.min(shape[axis], Math.max(1, at[axis] + by));
    } else return null;
    return cellAt(shape, at);
  }
}
