// The sizes of a board, a number for each axis, beside the field that holds them as text.

import { el } from "./editor-form.js";
import { shapeOf } from "./notation.js";

const MOST_AXES = 6;

function axisNames(number) {
  if (number === 1) return ["squares"];
  const last = ["rows", "columns"];
  if (number === 3) return ["layers", ...last];
  return [...Array.from({ length: number - 2 }, (_, axis) => `axis ${axis + 1}`), ...last];
}

export class Sizes {
  // `resize` is called with the shape that was and the one wanted; `axes` bounds their number.
  constructor(form, axes, resize) {
    this.form = form;
    this.least = axes[0];
    this.most = Math.min(axes[1], MOST_AXES);
    this.resize = resize;
    this.shape = null;
    this.root = el("div", { class: "sizes", role: "group", "aria-label": "Size of the board" });
    form.field("board").after(this.root);
  }

  refresh(shape) {
    if (this.shape?.length !== shape.length) {
      this.shape = shape;
      this.build();
    }
    this.shape = shape;
    this.inputs.forEach((input, axis) => {
      if (input !== document.activeElement || Number(input.value) !== shape[axis]) {
        input.value = shape[axis];
      }
    });
  }

  build() {
    this.inputs = axisNames(this.shape.length).map((name, axis) =>
      el("input", {
        type: "number",
        min: 1,
        max: 999,
        id: `size-${name.replace(" ", "-")}`,
        "aria-label": name,
        onchange: (event) => this.change(axis, Number(event.target.value)),
      }),
    );
    const fields = this.inputs.map((input) =>
      el("span", { class: "size" }, el("label", { for: input.id }, input.getAttribute("aria-label")), input),
    );
    const more = el("button", { type: "button", id: "axis-more", onclick: () => this.axis(1) }, "Add an axis");
    const less = el("button", { type: "button", id: "axis-less", onclick: () => this.axis(-1) }, "Remove an axis");
    more.hidden = this.shape.length >= this.most;
    less.hidden = this.shape.length <= this.least;
    const had = document.activeElement?.id;
    this.root.replaceChildren(...fields, more, less);
    if (had) this.root.querySelector(`#${CSS.escape(had)}`)?.focus();
  }

  change(axis, size) {
    if (!Number.isInteger(size) || size < 1) {
      this.inputs[axis].value = this.shape[axis];
      return;
    }
    const wanted = [...this.shape];
    // A board is empty along all axes or none.
    if (this.shape.includes(0)) wanted.fill(1);
    wanted[axis] = size;
    this.resize(this.shape, wanted);
  }

  axis(by) {
    const wanted = by > 0 ? [Math.min(this.shape[0] || 1, 3), ...this.shape] : this.shape.slice(1);
    this.resize(this.shape, wanted);
  }
}

// The shape that the form's board has, or null where it is no such text.
export function boardShape(form) {
  return shapeOf(form.get("board"));
}

// Where a square goes when the board changes its size: it keeps its coordinates, counted from the last
// axis; a new first axis puts all into its first layer. Null for one that is left outside.
export function moved(coordinates, wanted) {
  const there = [...coordinates];
  while (there.length < wanted.length) there.unshift(1);
  while (there.length > wanted.length) {
    if (there.shift() !== 1) return null;
  }
  return there.every((place, axis) => place <= wanted[axis]) ? there : null;
}
