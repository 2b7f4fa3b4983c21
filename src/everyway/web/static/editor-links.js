// Words of links: a letter a link, a number repeating it; and what a link looks like.

import { el } from "./editor-form.js";

export const MOST_LINKS = 400;
export const ARROWS = ["right", "up", "left", "down"];
const SIGNS = { right: "→", up: "↑", left: "←", down: "↓" };

// A word written out, or null for one that is none: D3L is DDDL.
export function spelled(text, letters) {
  const word = text.replace(/[\s,]/g, "").toUpperCase();
  if (!new RegExp(`^([${letters}][0-9]{0,4})*$`).test(word)) return null;
  return [...word.matchAll(/([A-Z])([0-9]*)/g)]
    .map(([, letter, number]) => letter.repeat(number === "" ? 1 : Math.min(Number(number), MOST_LINKS + 2)))
    .join("");
}

export function shortened(word) {
  return word.replace(/(.)\1+/g, (run, letter) => letter + run.length);
}

const CORNERS = { D: [85, 15], L: [85, 85], R: [15, 15] };
export const CORNER_NAMES = { D: "opposite corner", L: "next corner, link on the left", R: "next corner, link on the right" };

// A link of a hinged chain as it lies unfolded: the entry hinge at its lower left.
export function hingedLink(number, letter, arrow) {
  const [x, y] = CORNERS[letter] ?? CORNERS.D;
  const shapes = [
    ["rect", { x: 10, y: 10, width: 80, height: 80, rx: 6, class: "link-body" }],
    ["path", { d: `M15 85L${x} ${y}`, class: "link-way" }],
    ["circle", { cx: 15, cy: 85, r: 9, class: "link-entry" }],
    ["circle", { cx: x, cy: y, r: 9, class: "link-exit" }],
  ];
  return [drawn(shapes), el("span", { class: "link-number" }, number), el("span", { class: "link-arrow" }, SIGNS[arrow] ?? "")];
}

// A cube of a snake: the string goes straight through it, or turns, or ends.
export function cube(number, letter) {
  const ways = { S: "M0 50L100 50", T: "M0 50L50 50L50 0", E: "M0 50L50 50" };
  const shapes = [
    ["rect", { x: 10, y: 10, width: 80, height: 80, rx: 6, class: "link-body" }],
    ...(letter in ways ? [["path", { d: ways[letter], class: "link-way" }]] : []),
  ];
  return [drawn(shapes), el("span", { class: "link-number" }, number)];
}

function drawn(shapes) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    svg.append(shape);
  }
  return svg;
}
