// What cannot be taken is said in words and shown where it stands: the field is marked, and in a text
// the very letters. Behind a text area lies the same text, unseen but for the mark.

const WORD = /[\p{L}\p{N}]/u;

// Where in the text of a field an error stands, as start and end, or null.
function span(text, fault) {
  const said = (fault.text ?? "").replace(/…$/, ""); // long ones come cut
  if (fault.where) {
    const lines = text.split("\n");
    const { line, column } = fault.where;
    if (line <= lines.length) {
      const before = lines.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
      const start = Math.min(before + column - 1, before + lines[line - 1].length);
      const known = text.toLowerCase().startsWith(said.toLowerCase(), start);
      return [start, start + (known && said ? said.length : 1)];
    }
  }
  const character = /^character ([0-9]+)$/.exec(fault.place ?? "");
  if (character) return [Number(character[1]) - 1, Number(character[1]) - 1 + (said.length || 1)];
  // A text that is wrong because it ends too early is marked at its end.
  if (/\b(ends?|early|soon)\b/.test(fault.error ?? "")) return [text.trimEnd().length, text.length + 1];
  const start = said ? alone(text, said) : -1;
  if (start >= 0) return [start, start + said.length];
  return null;
}

// Where a text stands by itself, not within a longer word, and ignoring case; else anywhere.
function alone(text, said) {
  const all = text.toLowerCase();
  const part = said.toLowerCase();
  for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, at + 1)) {
    const before = all[at - 1] ?? " ";
    const after = all[at + part.length] ?? " ";
    if (!WORD.test(before) && !WORD.test(after)) return at;
  }
  return all.indexOf(part);
}

// The field that an error is about: one that is named, or the last changed, or one that holds it.
function guilty(form, fault, last) {
  const fields = [...form.element.querySelectorAll("[data-field]")].map((f) => f.dataset.field);
  const words = `${fault.place ?? ""} ${fault.error ?? ""}`.toLowerCase();
  const named = fields.find((name) => new RegExp(`\\b${name.replace("_", "[ _]")}\\b`).test(words));
  const holding = fields.filter((name) => fault.text && alone(form.get(name), fault.text) >= 0);
  if (holding.includes(last)) return last;
  return named ?? holding[0] ?? last;
}

export class Faults {
  constructor(form, message) {
    this.form = form;
    this.message = message;
    // The text behind must scroll with the one before it.
    for (const area of form.element.querySelectorAll(".marked textarea")) {
      area.addEventListener("scroll", () => follow(area));
      area.addEventListener("input", () => unmark(area));
    }
  }

  clear() {
    this.message.replaceChildren();
    for (const input of this.form.element.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-errormessage");
    }
    this.form.element.querySelectorAll(".marked textarea").forEach(unmark);
  }

  // Say what is wrong; `last` is the name of the field that was changed last, `known` the input that
  // is wrong, if that is known. What was marked before is for `clear`.
  show(fault, last, known = null) {
    const name = guilty(this.form, fault, last);
    const input = known ?? (name ? this.form.inputs(name)[0] : null);
    say(this.message, fault);
    this.blame(input, fault);
  }

  // Mark the field that is wrong, and in it the letters, if they are known.
  blame(input, fault) {
    if (!input) return;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-errormessage", this.message.id);
    const text = input.value ?? "";
    const found = input.matches("textarea, input[type=text]") ? span(text, fault) : null;
    if (!found) return;
    this.message.append(excerpt(text, found));
    if (input.closest(".marked")) mark(input, found);
  }
}

export function say(message, fault) {
  const words = [fault.error];
  if (fault.text) words.push(`“${fault.text}”`);
  if (fault.place) words.push(`(${fault.place})`);
  message.replaceChildren(words.join(" ") + (fault.hint ? `: ${fault.hint}` : ""));
}

// The line with the error, the letters marked.
function excerpt(text, [start, end]) {
  const from = text.lastIndexOf("\n", Math.max(0, start - 1)) + 1;
  const to = text.indexOf("\n", start) < 0 ? text.length : text.indexOf("\n", start);
  const shown = document.createElement("code");
  shown.className = "excerpt";
  const letters = document.createElement("mark");
  // At the end of a text there is nothing to mark but the place itself.
  letters.textContent = text.slice(start, Math.min(end, to)) || "\u2038";
  shown.append(text.slice(from, start), letters, text.slice(Math.min(end, to), to));
  return shown;
}

function mark(area, [start, end]) {
  const under = area.parentElement.querySelector(".under");
  const letters = document.createElement("mark");
  letters.textContent = area.value.slice(start, end) || " ";
  // A line break at the end would else not be given its line.
  under.replaceChildren(area.value.slice(0, start), letters, `${area.value.slice(end)}\n`);
  follow(area);
}

function unmark(area) {
  area.parentElement.querySelector(".under").replaceChildren();
}

function follow(area) {
  const under = area.parentElement.querySelector(".under");
  under.scrollTop = area.scrollTop;
  under.scrollLeft = area.scrollLeft;
}
