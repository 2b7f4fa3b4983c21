// The editor of a puzzle. The form is the truth; each change of it is kept for undo, read by the server,
// and what comes back is shown: the picture and the address, or what is wrong and where.

import { Form } from "./editor-form.js";
import { Faults } from "./editor-faults.js";
import { History } from "./editor-history.js";
import { follow, remember, stale } from "./editor-page.js";
import { read } from "./editor-server.js";
import { BoardView } from "./editor-board.js";
import { ChainView } from "./editor-chain.js";
import { HanoiView } from "./editor-hanoi.js";
import { MagicView } from "./editor-magic.js";
import { TextView } from "./editor-text.js";
import { acceptPuzzles } from "./editor-paste.js";

const VIEWS = {
  board: BoardView,
  chain: ChainView,
  hanoi: HanoiView,
  magic: MagicView,
  text: TextView,
};
const PAUSE = 200;

export class Editor {
  constructor(root) {
    this.model = JSON.parse(root.dataset.model);
    this.form = new Form(root.querySelector("form"));
    this.faults = new Faults(this.form, root.querySelector("#editor-error"));
    this.status = root.querySelector("#editor-status");
    const touched = this.form.touched();
    this.history = new History(this.form.texts());
    this.last = null;
    this.undoButton = root.querySelector("#undo");
    this.redoButton = root.querySelector("#redo");
    // On a page of its own, for a form that was no puzzle, there is nothing to ask yet.
    this.alone = !document.querySelector("input[data-puzzle]");
    root.querySelector("#set-up").hidden = !this.alone; // else what it does happens by itself
    const View = VIEWS[this.model.view];
    this.view = View ? new View(this, root.querySelector("#editor-view")) : null;
    this.view?.refresh();
    if (this.view?.isPicture) this.fold(root);
    this.listen(root);
    this.buttons();
    remember(document.querySelector("input[data-puzzle]")?.value ?? null);
    root.dataset.ready = "";
    if (touched && this.form.get("kind") !== this.model.kind) this.elsewhere(this.form.texts());
    else if (touched) this.ask();
  }

  // Where the editor shows the board itself, the picture is below, for those who ask for it.
  fold(root) {
    const picture = document.querySelector("#picture");
    if (!picture) return;
    picture.open = false;
    root.after(picture);
  }

  listen(root) {
    const form = this.form.element;
    form.addEventListener("submit", (event) => {
      if (this.alone) return;
      event.preventDefault();
      this.changed(null);
    });
    form.addEventListener("focusout", () => setTimeout(() => this.tidy()));
    addEventListener("beforeprint", () => document.querySelector("#picture")?.setAttribute("open", ""));
    form.addEventListener("input", (event) => this.typed(event.target));
    form.addEventListener("change", (event) => this.settled(event.target));
    this.undoButton.addEventListener("click", () => this.move(-1));
    this.redoButton.addEventListener("click", () => this.move(1));
    document.addEventListener("keydown", (event) => this.key(event));
    acceptPuzzles((answer) => this.take(answer));
  }

  // Letters typed into a text are read after a pause; a number or a choice when it is settled.
  typed(input) {
    if (!this.owns(input) || !input.matches("textarea, input[type=text]")) return;
    this.changed(input.name, { typing: input.name, pause: PAUSE, from: input });
  }

  settled(input) {
    if (!this.owns(input)) return;
    if (input.name === "kind") {
      this.elsewhere(this.form.texts());
      return;
    }
    if (input.matches("textarea, input[type=text]")) {
      const before = this.form.query();
      this.view?.fieldSettled?.(input.name);
      if (this.form.query() !== before) this.changed(input.name, { typing: input.name });
    } else {
      this.changed(input.name, { from: input });
    }
    this.history.endTyping();
  }

  // Views have inputs of their own, which are no fields of the form.
  owns(input) {
    return input.name && input.form === this.form.element;
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    // In a text the browser's own undo is the finer one.
    if (event.target.closest?.("textarea, input[type=text], input[type=number]")) return;
    const key = event.key.toLowerCase();
    const by = key === "y" || (key === "z" && event.shiftKey) ? 1 : key === "z" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    this.move(by);
  }

  // The form has been changed: by typing, or by a view.
  changed(name, { typing = null, pause = 0, from = null } = {}) {
    this.said = false;
    this.answer = null;
    this.last = name ?? this.last;
    if (from) this.view?.fieldChanged?.(name);
    this.history.push(this.form.texts(), typing);
    this.view?.refresh(from);
    this.buttons();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
  }

  async ask() {
    const asked = this.form.query();
    const answer = await read({ form: asked });
    // What was changed in between is asked about by itself.
    if (!answer || this.form.query() !== asked) return;
    if (answer.error) {
      this.faults.clear();
      this.faults.show(answer, this.last, this.view?.blamed?.(answer));
      this.status.textContent = "";
      stale(true);
      return;
    }
    this.show(answer);
  }

  show(answer) {
    this.faults.clear();
    this.answer = { form: answer.form, to: this.form.query() };
    this.tidy();
    follow(answer, this.alone);
    if (!this.said) this.status.textContent = `Set up: ${answer.line}`;
  }

  // Write what is set up in its usual way, but not into a field that is typed in.
  tidy() {
    if (!this.answer || this.form.query() !== this.answer.to) return;
    this.form.fill(this.answer.form, { spare: document.activeElement });
    const now = this.form.query();
    if (now === this.answer.to) return;
    this.answer.to = now;
    this.history.replace(this.form.texts());
    this.view?.refresh(document.activeElement);
  }

  move(by) {
    if (!(by < 0 ? this.history.canUndo : this.history.canRedo)) return;
    const texts = this.history.move(by);
    this.buttons();
    if ((texts.kind ?? []).at(-1) !== this.model.kind) {
      this.elsewhere(texts);
      return;
    }
    clearTimeout(this.timer);
    this.said = false;
    this.answer = null;
    const blank = Object.fromEntries(Object.keys(this.form.texts()).map((name) => [name, [""]]));
    this.form.fill({ ...blank, ...texts });
    this.view?.fieldChanged?.(null);
    this.view?.refresh();
    this.ask();
  }

  // A puzzle of another kind has another form: a page of its own.
  elsewhere(texts) {
    const pairs = Object.entries(texts).flatMap(([name, all]) => all.map((value) => [name, value]));
    location.assign(`/set-up?${new URLSearchParams(pairs)}`);
  }

  // A puzzle that was pasted or dropped.
  take(answer) {
    if (answer.kind !== this.model.kind) {
      location.assign(answer.address);
      return;
    }
    this.form.fill(answer.form);
    this.history.push(this.form.texts());
    this.view?.fieldChanged?.(null);
    this.view?.refresh();
    this.buttons();
    this.show(answer);
  }

  buttons() {
    this.undoButton.disabled = !this.history.canUndo;
    this.redoButton.disabled = !this.history.canRedo;
  }

  // Say a change to those who do not see it.
  say(text) {
    this.said = true;
    this.status.textContent = text;
  }
}

new Editor(document.querySelector("#editor"));
