// A square of numbers, some of them given: a field for each cell.

import { el } from "./editor-form.js";

const MOST_ORDER = 24;
const BLANK = /^[._?]*$/;

export class MagicView {
  constructor(editor, root) {
    this.editor = editor;
    this.form = editor.form;
    this.isPicture = true;
    // A table for the eye alone: each cell says its row and column.
    this.table = el("table", { class: "numbers", role: "presentation" });
    this.table.addEventListener("input", () => this.write(true));
    this.table.addEventListener("change", () => this.editor.history.endTyping());
    this.table.addEventListener("keydown", (event) => this.key(event));
    this.clear = el("button", { type: "button", id: "clear-given", onclick: () => this.clearAll() }, "Clear all numbers");
    this.note = el("p", { class: "note" });
    const group = el("div", { class: "scroll", role: "group", "aria-label": "Given numbers" }, this.table);
    root.append(group, this.clear, this.note);
    this.inputs = [];
  }

  get order() {
    const order = Number(this.form.get("order"));
    return Number.isInteger(order) && order >= 0 ? order : null;
  }

  rows() {
    const rows = this.form.get("given").split(/[\n/;]/).map((row) => row.split(/[\s,|]+/).filter(Boolean));
    return rows.filter((row) => row.length);
  }

  // Another order keeps the numbers that still have a place.
  fieldChanged(name) {
    const { order } = this;
    if (name !== "order" || order === null || order > 1000) return;
    const rows = this.rows();
    if (!rows.length) return;
    const cell = (r, c) => rows[r]?.[c] ?? ".";
    this.put(Array.from({ length: order }, (_, r) => Array.from({ length: order }, (_, c) => cell(r, c))));
  }

  put(rows) {
    const any = rows.some((row) => row.some((word) => !BLANK.test(word)));
    this.form.set("given", any ? rows.map((row) => row.join(" ")).join("\n") : "");
  }

  write(typing) {
    const { order } = this;
    const words = this.inputs.map((input) => input.value.trim().replace(/\s+/g, "") || ".");
    this.put(Array.from({ length: order }, (_, r) => words.slice(r * order, (r + 1) * order)));
    const focused = document.activeElement?.id;
    this.editor.changed("given", { typing: typing ? focused : null, pause: 200, from: document.activeElement });
  }

  clearAll() {
    this.form.set("given", "");
    this.editor.changed("given");
  }

  refresh(from) {
    const { order } = this;
    if (order === null) return;
    const shown = order > 0 && order <= MOST_ORDER;
    this.table.hidden = !shown;
    this.clear.hidden = !shown;
    this.note.textContent = order > MOST_ORDER ? "A square so large is given in words." : "";
    if (!shown) return;
    if (this.inputs.length !== order * order) this.build(order);
    const rows = this.rows();
    this.inputs.forEach((input, cell) => {
      const word = rows[Math.floor(cell / order)]?.[cell % order] ?? ".";
      if (input !== from) input.value = BLANK.test(word) ? "" : word;
    });
  }

  build(order) {
    this.inputs = [];
    const lines = [];
    for (let row = 1; row <= order; row++) {
      const line = el("tr");
      for (let column = 1; column <= order; column++) {
        const input = el("input", {
          type: "text",
          inputmode: "numeric",
          autocomplete: "off",
          id: `cell-${row}-${column}`,
          "aria-label": `row ${row}, column ${column}`,
        });
        this.inputs.push(input);
        line.append(el("td", {}, input));
      }
      lines.push(line);
    }
    this.table.replaceChildren(...lines);
  }

  // An error says the row and the column: the field that is wrong.
  blamed(fault) {
    const found = /^row ([0-9]+), column ([0-9]+)$/.exec(fault.place ?? "");
    return found && this.table.querySelector(`#cell-${found[1]}-${found[2]}`);
  }

  // Up and down go to other rows; left and right leave a field at its end.
  key(event) {
    const at = this.inputs.indexOf(event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const { order } = this;
    const { selectionStart, selectionEnd, value } = event.target;
    const all = selectionStart === 0 && selectionEnd === value.length;
    const column = at % order;
    let there = null;
    if (event.key === "ArrowUp") there = at - order;
    if (event.key === "ArrowDown" || event.key === "Enter") there = at + order;
    if (event.key === "ArrowLeft" && (all || selectionEnd === 0) && column > 0) there = at - 1;
    if (event.key === "ArrowRight" && (all || selectionStart === value.length) && column < order - 1) there = at + 1;
    if (there === null) return;
    event.preventDefault();
    this.inputs[there]?.focus();
    this.inputs[there]?.select();
  }
}
