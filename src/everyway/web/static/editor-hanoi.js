// The Tower of Hanoi: sliders for discs and pegs, and for each disc the peg where it stands at the start
// and at the goal; own moves as a table of pegs.

import { el } from "./editor-form.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NAMED = ["all", "linear", "cyclic", "star"];
const NAMES = { all: "all", linear: "linear: between neighbours", cyclic: "cyclic: A to B, B to C …", star: "star: from and to B" };
const SLIDERS = { discs: [0, 16], pegs: [1, 10] };
const MOST_DISCS = 20;
const MOST_PEGS = 12;

export class HanoiView {
  constructor(editor, root) {
    this.editor = editor;
    this.form = editor.form;
    this.sliders = {};
    for (const [name, bounds] of Object.entries(SLIDERS)) this.slider(name, bounds);
    this.states = { start: el("div"), goal: el("div") };
    this.moves = el("div");
    root.append(el("div", { class: "towers" }, this.states.start, this.states.goal), this.moves);
    this.form.element.append(root); // the sliders come first
  }

  slider(name, [min, max]) {
    const slider = el("input", {
      type: "range",
      min,
      max,
      id: `slider-${name}`,
      "aria-label": `${name}, slider`,
      oninput: () => {
        this.form.set(name, slider.value);
        this.fieldChanged(name);
        this.editor.changed(name, { typing: slider.id });
      },
      onchange: () => this.editor.history.endTyping(),
    });
    this.sliders[name] = slider;
    this.form.inputs(name)[0].after(slider);
  }

  get discs() {
    return Number(this.form.get("discs")) || 0;
  }

  get pegs() {
    return Number(this.form.get("pegs")) || 1;
  }

  // The peg of each disc, the largest first; null for any.
  state(name) {
    const text = this.form.get(name).trim().toUpperCase();
    if (name === "goal" && text === "ANY") return null;
    const usual = name === "start" ? "A" : LETTERS[this.pegs - 1];
    if (text.length <= 1) return Array(this.discs).fill(text || usual);
    return [...text];
  }

  put(name, pegs) {
    const one = pegs && new Set(pegs).size === 1;
    this.form.set(name, pegs === null ? "any" : one ? pegs[0] : pegs.join(""));
  }

  // Another number of discs or pegs: the discs that are left stay where they are.
  fieldChanged(name) {
    if (name !== "discs" && name !== "pegs") return;
    const last = LETTERS[this.pegs - 1];
    for (const state of ["start", "goal"]) {
      const text = this.form.get(state).trim().toUpperCase();
      if (text === "ANY" || text === "") continue;
      const pegs = this.state(state).map((peg) => (peg > last ? last : peg));
      // The largest disc comes first, so discs come and go at the front.
      while (pegs.length > this.discs) pegs.shift();
      while (pegs.length < this.discs) pegs.unshift(pegs[0] ?? (state === "start" ? "A" : last));
      // A whole tower at its usual place goes on to be there.
      const usual = state === "goal" && text === this.lastPeg;
      if (pegs.length) this.put(state, usual ? pegs.fill(last) : pegs);
    }
    if (name === "pegs") this.fitMoves();
  }

  fitMoves() {
    const text = this.form.get("moves").trim();
    if (text === "" || NAMED.includes(text.toLowerCase())) return;
    const pegs = LETTERS.slice(0, this.pegs);
    const arcs = text.split(/[\s,;]+/).filter((arc) => [...arc].every((peg) => pegs.includes(peg)));
    this.form.set("moves", arcs.join(" ") || "all");
  }

  refresh() {
    this.lastPeg = LETTERS[this.pegs - 1];
    for (const [name, slider] of Object.entries(this.sliders)) slider.value = this.form.get(name);
    const fits = this.discs >= 1 && this.discs <= MOST_DISCS && this.pegs <= MOST_PEGS;
    for (const [name, root] of Object.entries(this.states)) {
      root.hidden = !fits;
      this.form.field(name).hidden = fits; // the same in words
      if (fits) this.showState(name, root);
    }
    this.showMoves();
  }

  // Made anew only where there are other discs or pegs: a button that is pressed must stay.
  showState(name, root) {
    const pegs = this.state(name);
    const form = `${this.discs} ${this.pegs}`;
    if (root.dataset.form !== form) this.build(name, root);
    root.dataset.form = form;
    root.querySelector("table").hidden = pegs === null;
    const one = pegs && new Set(pegs).size === 1 ? pegs[0] : "";
    root.querySelector("select").value = pegs === null ? "any" : one;
    pegs?.forEach((letter, place) => {
      const radio = root.querySelector(`#${name}-${this.discs - place}-${CSS.escape(letter)}`);
      if (radio) radio.checked = true;
    });
  }

  build(name, root) {
    const title = name === "start" ? "Start" : "Goal";
    const letters = [...LETTERS.slice(0, this.pegs)];
    const body = el("tbody");
    // The smallest disc on top, as the tower stands.
    for (let disc = 1; disc <= this.discs; disc++) body.append(this.discRow(name, title, disc, letters));
    const head = el("tr", {}, el("th", { scope: "col" }, "disc"), ...letters.map((p) => el("th", { scope: "col" }, p)));
    const table = el("table", { class: "discs" }, el("thead", {}, head), body);
    root.replaceChildren(el("fieldset", {}, el("legend", {}, title), this.whole(name, letters), table));
  }

  discRow(name, title, disc, letters) {
    const row = el("tr", {}, el("th", { scope: "row" }, String(disc)));
    for (const letter of letters) {
      const radio = el("input", {
        type: "radio",
        name: `${name}-disc-${disc}`,
        id: `${name}-${disc}-${letter}`,
        form: "",
        "aria-label": `${title}: disc ${disc} on peg ${letter}`,
        onchange: () => this.move(name, disc, letter),
      });
      const bar = el("span", { class: "disc-bar" });
      bar.style.setProperty("--part", String((disc + 0.5) / (this.discs + 0.5)));
      row.append(el("td", {}, el("label", {}, radio, bar)));
    }
    return row;
  }

  whole(name, letters) {
    const select = el("select", { id: `${name}-all`, "aria-label": `${name}: all discs` });
    const choices = [["", "as below"], ...letters.map((letter) => [letter, `all on ${letter}`])];
    if (name === "goal") choices.push(["any", "any state"]);
    for (const [value, shown] of choices) select.append(new Option(shown, value));
    select.addEventListener("change", () => {
      if (select.value) this.form.set(name, select.value);
      else if (this.state(name) === null) this.put(name, Array(this.discs).fill(letters.at(-1)));
      this.editor.changed(name);
    });
    return select;
  }

  move(name, disc, letter) {
    const pegs = this.state(name);
    pegs[this.discs - disc] = letter;
    this.put(name, pegs);
    this.editor.changed(name);
  }

  // --- moves ---

  showMoves() {
    this.form.field("moves").hidden = this.pegs <= MOST_PEGS;
    const text = this.form.get("moves").trim().toLowerCase() || "all";
    const named = NAMED.includes(text);
    if (!named) this.own = true;
    if (this.moves.dataset.form !== String(this.pegs)) this.buildMoves();
    this.moves.dataset.form = this.pegs;
    this.moves.querySelector("select").value = this.own ? "own" : text;
    this.moves.querySelector("table").hidden = !this.own;
    const arcs = this.arcs();
    for (const box of this.moves.querySelectorAll("input")) box.checked = arcs.includes(box.dataset.arc);
  }

  buildMoves() {
    const select = el("select", { id: "moves-kind", "aria-label": "Moves allowed" });
    for (const name of NAMED) select.append(new Option(NAMES[name], name));
    select.append(new Option("only those ticked", "own"));
    select.addEventListener("change", () => {
      this.own = select.value === "own";
      if (!this.own) this.form.set("moves", select.value);
      this.editor.changed("moves");
    });
    this.moves.replaceChildren(el("fieldset", {}, el("legend", {}, "Moves"), select, this.arcTable()));
  }

  // The moves that are allowed, as pairs of pegs.
  arcs() {
    const text = this.form.get("moves").trim().toLowerCase() || "all";
    const letters = [...LETTERS.slice(0, this.pegs)];
    const pairs = letters.flatMap((a) => letters.filter((b) => b !== a).map((b) => a + b));
    const place = (peg) => letters.indexOf(peg);
    const rules = {
      all: () => true,
      linear: ([a, b]) => Math.abs(place(a) - place(b)) === 1,
      cyclic: ([a, b]) => place(b) === (place(a) + 1) % letters.length,
      star: (arc) => arc.includes("B"),
    };
    if (text in rules) return pairs.filter(rules[text]);
    const said = text.toUpperCase().split(/[\s,;]+/);
    return pairs.filter((arc) => said.includes(arc));
  }

  arcTable() {
    const letters = [...LETTERS.slice(0, Math.min(this.pegs, MOST_PEGS))];
    const head = el("tr", {}, el("th", {}, "from"), ...letters.map((b) => el("th", { scope: "col" }, `to ${b}`)));
    const rows = letters.map((a) => {
      const cells = letters.map((b) => el("td", {}, a === b ? "–" : this.arcBox(a, b)));
      return el("tr", {}, el("th", { scope: "row" }, a), ...cells);
    });
    return el("table", { class: "arcs" }, head, ...rows);
  }

  arcBox(a, b) {
    const arc = a + b;
    const box = el("input", {
      type: "checkbox",
      id: `arc-${arc}`,
      form: "",
      "data-arc": arc,
      "aria-label": `from ${a} to ${b}`,
    });
    box.addEventListener("change", () => {
      const others = this.arcs().filter((other) => other !== arc);
      const arcs = box.checked ? [...others, arc].sort() : others;
      // Without any move there is no puzzle, and the server says so; nothing at all would be all of them.
      this.form.set("moves", arcs.join(" ") || "none");
      this.editor.changed("moves");
    });
    return box;
  }
}
