// What the rest of the page shows follows the puzzle that is set up: the address, links and forms that
// carry it, the picture, the line of words.

import { el } from "./editor-form.js";

const OLD = { line: null };

export function remember(line) {
  OLD.line = line;
}

// Show `answer`, what the server made of the puzzle, everywhere on the page. Where the editor is
// alone on it, only the picture follows.
export function follow(answer, alone) {
  const { line, toml } = answer;
  picture(answer);
  document.querySelector("main > .fault")?.remove();
  if (alone) return;
  carry(line);
  document.title = `${line.length > 60 ? `${line.slice(0, 59)}…` : line} – everyway`;
  for (const input of document.querySelectorAll("input[data-puzzle]")) input.value = line;
  for (const anchor of document.querySelectorAll("main a[href*='puzzle=']")) relink(anchor, line);
  for (const code of document.querySelectorAll("main .line code")) code.textContent = line;
  const written = document.querySelector("main .toml pre");
  if (written && toml) written.textContent = toml;
  if (answer.questions) ask(answer.questions);
  stale(false);
  OLD.line = line;
  document.dispatchEvent(new CustomEvent("everyway:puzzle", { detail: answer }));
}

// The address is that of the puzzle, to be kept and shared.
function carry(line) {
  // Some browsers refuse more than a hundred changes of it in half a minute.
  try {
    const search = new URLSearchParams({ puzzle: line }).toString().replaceAll("+", "%20");
    history.replaceState(history.state, "", `/puzzle?${search}`);
  } catch {
    // then it follows with the next change
  }
}

// While what is set up is no puzzle, nothing can be asked about it.
export function stale(is) {
  for (const input of document.querySelectorAll("input[data-puzzle]")) {
    for (const button of input.form?.querySelectorAll("button:not([type=button])") ?? []) {
      button.disabled = is;
    }
  }
}

// The questions that make sense for the puzzle, by name, in words.
function ask(questions) {
  const inputs = [...document.querySelectorAll("input[type=radio][name=question]")];
  if (!inputs.length) return;
  const first = inputs[0].closest("label");
  const chosen = inputs.find((input) => input.checked)?.value;
  if (inputs.map((input) => input.value).join() === Object.keys(questions).join()) return;
  const labels = Object.entries(questions).map(([name, text]) => {
    const input = el("input", { type: "radio", name: "question", value: name });
    input.checked = name === chosen;
    return el("label", { class: first.className }, input, ` ${text}`);
  });
  first.before(...labels);
  for (const input of inputs) input.closest("label").remove();
  if (!labels.some((label) => label.firstChild.checked)) labels[0].firstChild.checked = true;
}

function relink(anchor, line) {
  const address = new URL(anchor.href);
  if (OLD.line !== null && address.searchParams.get("puzzle") !== OLD.line) return;
  address.searchParams.set("puzzle", line);
  anchor.href = address.pathname + address.search.replaceAll("+", "%20") + address.hash;
}

// The picture; where it is too large, its text, or a note why there is none.
function picture({ svg, text, note }) {
  const figure = document.querySelector("[data-picture]");
  if (!figure) return;
  const drawn = text ? [el("pre", { class: "drawn" }, text)] : [];
  const parts = note ? [el("p", { class: "note" }, note)] : [];
  if (svg) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    parts.unshift(document.importNode(parsed.documentElement, true));
  }
  figure.replaceChildren(...drawn, ...parts);
}
