// Texts that are read while they are typed. The marks of errors are in editor-faults.js; here are the
// signs that a keyboard does not have at hand.

import { el } from "./editor-form.js";

const SIGNS = {
  alphametic: { field: "text", signs: ["+", "-", "*", "/", "^", "=", "?"] },
  digits: { field: "formula", signs: ["+", "-", "*", "/", "^", "(", ")", "=", ","] },
};
const NAMES = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "divided by",
  "^": "power",
  "=": "equals",
  "?": "blank, any digit",
  "(": "opening bracket",
  ")": "closing bracket",
  ",": "comma",
};

export class TextView {
  constructor(editor, root) {
    const { field, signs } = SIGNS[editor.model.kind];
    this.area = editor.form.inputs(field)[0];
    const keys = signs.map((sign) =>
      el(
        "button",
        { type: "button", class: "sign", "aria-label": NAMES[sign], onclick: () => this.insert(sign) },
        sign,
      ),
    );
    root.remove();
    this.area
      .closest(".field")
      .append(el("div", { class: "signs", role: "group", "aria-label": "Signs" }, ...keys));
    this.fit();
  }

  insert(sign) {
    const { area } = this;
    area.setRangeText(sign, area.selectionStart, area.selectionEnd, "end");
    area.focus();
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // As many lines as the text has, so that a layout is seen whole.
  fit() {
    this.area.rows = Math.min(16, Math.max(2, this.area.value.split("\n").length));
  }

  refresh() {
    this.fit();
  }
}
