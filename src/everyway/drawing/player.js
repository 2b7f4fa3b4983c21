/* Plays the steps of a search: forward and back, at any speed, from solution to solution.
 *
 * Each <section class="player"> holds its data as JSON. The steps come in chunks: either all are in
 * the data, or they are fetched from the address in data-url as they are needed. A chunk stands by
 * itself: it has the search tree before its first step, so that any step can be shown without
 * those before it. player_tree.js, which comes first, draws the tree.
 */
"use strict";

(() => {
  const { treeAt, drawTree } = globalThis.searchTree;
  const SVG = "http://www.w3.org/2000/svg";
  const RATES = [0.5, 1, 2, 4, 8, 16, 32, 64];
  const KEPT_CHUNKS = 60;
  const MOST_LEFT_OUT = 30;

  /** Return a new element with these attributes, and children or text. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  // --- where the steps come from ---

  class Steps {
    constructor(data, url) {
      this.size = data.size;
      this.url = url;
      this.total = data.total;
      this.cut = data.cut;
      this.solutions = data.solutions || null;
      this.chunks = new Map((data.chunks || []).map((chunk) => [chunk.start, chunk]));
      this.known = data.total || 0;
      this.loading = new Map();
    }

    /** Return the chunk with step `index`, if it is here. */
    here(index) {
      const chunk = this.chunks.get(index - (index % this.size));
      return chunk && index - chunk.start < chunk.steps.length ? chunk : null;
    }

    /** Return the chunk with step `index`, fetched if need be; null if there is no such step. */
    async chunk(index) {
      for (;;) {
        const found = this.here(index);
        if (found) return found;
        if (!this.url || (this.total !== null && index >= this.total)) return null;
        await this.load(index - (index % this.size));
      }
    }

    /** Fetch the chunk that begins at `start`: once, however often it is asked for. */
    load(start) {
      if (!this.loading.has(start)) {
        const done = this.ask({ start, stop: start + this.size }).then((chunk) => {
          this.chunks.set(start, chunk);
          this.known = Math.max(this.known, chunk.recorded);
          this.total = chunk.total;
          this.cut = chunk.cut;
          // The oldest go first: they can be fetched again.
          for (const old of this.chunks.keys()) {
            if (this.chunks.size <= KEPT_CHUNKS) break;
            if (old !== start) this.chunks.delete(old);
          }
        });
        this.loading.set(start, done.finally(() => this.loading.delete(start)));
      }
      return this.loading.get(start);
    }

    async ask(query) {
      const url = new URL(this.url, document.baseURI);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
      const answer = await fetch(url, { headers: { Accept: "application/json" } });
      let data = null;
      try {
        data = await answer.json();
      } catch {
        /* what is no JSON has no message for us */
      }
      if (!answer.ok || !data) throw new Error((data && data.error) || "the page does not answer");
      return data;
    }

    /** Return the step of the next (`way` 1) or previous (-1) solution from `index`, or null. */
    async solution(index, way, still) {
      if (this.solutions) {
        const on = this.solutions.filter((s) => (way > 0 ? s > index : s < index));
        return on.length ? on[way > 0 ? 0 : on.length - 1] : null;
      }
      // A search for the next may take several answers; each says how far it came.
      while (still()) {
        const found = await this.ask(way > 0 ? { next: index } : { previous: index });
        this.known = Math.max(this.known, found.recorded);
        if (found.finished) this.total = found.recorded;
        if (found.step !== null || found.finished || way < 0) return found.step;
      }
      return null;
    }
  }

  // --- the player ---

  class Player {
    constructor(root) {
      const data = JSON.parse(root.querySelector("script[type='application/json']").textContent);
      this.root = root;
      this.data = data;
      this.steps = new Steps(data, root.dataset.url || "");
      this.at = -1;
      this.asked = 0;
      this.playing = null;
      this.build();
      this.go(Number(root.dataset.step || 1) - 1);
    }

    build() {
      const { data, root } = this;
      const button = (name, label, act, keys) => {
        const made = make("button", { type: "button", class: `player-${name}` }, label);
        if (keys) made.setAttribute("aria-keyshortcuts", keys);
        made.addEventListener("click", act);
        this[name] = made;
        return made;
      };
      this.board = make("div", { class: "player-board", role: "img" });
      this.board.innerHTML = data.background;
      this.overlay = document.createElementNS(SVG, "g");
      this.board.querySelector("svg").append(this.overlay);
      const { width, height } = this.board.querySelector("svg").viewBox.baseVal;
      root.classList.toggle("player-wide", width > 1.5 * height);
      this.what = make("p", { class: "player-what", "aria-live": "polite", "aria-atomic": "true" });
      this.counters = make("dl", { class: "player-counters" });
      this.numbers = data.counters.map((name) => {
        const number = make("dd", {}, "0");
        this.counters.append(make("div", {}, make("dt", {}, name), number));
        return number;
      });
      this.scrub = make("input", { type: "range", min: 1, step: 1, value: 1, "aria-label": "step" });
      this.scrub.addEventListener("input", () => this.stopAnd(() => this.go(this.scrub.value - 1)));
      this.where = make("output", { class: "player-where" });
      this.speed = make("input", { type: "range", min: 0, max: RATES.length - 1, step: 1, value: 2 });
      this.rate = make("output");
      this.speed.addEventListener("input", () => this.showRate());
      this.pause = make("input", { type: "checkbox" });
      this.tree = make("div", { class: "player-tree", tabindex: 0, role: "img" });
      this.text = make("pre", { tabindex: 0 });
      const controls = make("div", { class: "player-controls", role: "group", "aria-label": "player" },
        button("first", "First", () => this.stopAnd(() => this.go(0)), "Home"),
        button("back", "Back", () => this.stopAnd(() => this.go(this.at - 1)), "ArrowLeft"),
        button("play", "Play", () => this.toggle(), "Space"),
        button("forward", "Forward", () => this.stopAnd(() => this.go(this.at + 1)), "ArrowRight"),
        button("previous", "Previous solution", () => this.solution(-1), "P"),
        button("next", "Next solution", () => this.solution(1), "N"));
      root.replaceChildren(
        controls,
        make("div", { class: "player-line" }, this.scrub, this.where),
        make("div", { class: "player-line" },
          make("label", {}, "Speed ", this.speed), this.rate,
          make("label", {}, this.pause, " Pause at solutions")),
        this.what,
        make("div", { class: "player-both" },
          make("figure", { class: "player-figure" }, this.board,
            make("details", {}, make("summary", {}, "The board as text"), this.text)),
          make("figure", { class: "player-figure" },
            make("figcaption", {}, "The search tree so far"), this.tree)),
        this.counters,
        make("p", { class: "player-keys" },
          "Keys: left and right step, space plays and pauses, N and P go to the next and previous " +
          "solution, Home and End to the first and the last known step, plus and minus change the speed."));
      this.showRate();
      document.addEventListener("keydown", (event) => this.key(event));
    }

    // --- moving ---

    /** Show step `index`, unless another is asked for before it is here; say whether it is shown. */
    async go(index) {
      const asked = ++this.asked;
      index = Math.max(0, index);
      let chunk = this.steps.here(index);
      if (!chunk) {
        const waiting = setTimeout(() => this.say("Searching …"), 300);
        try {
          chunk = await this.steps.chunk(index);
        } catch (error) {
          if (asked === this.asked) this.say(`These steps cannot be shown: ${error.message}`);
          return false;
        } finally {
          clearTimeout(waiting);
        }
        if (asked !== this.asked) return false;
      }
      if (chunk) this.show(index, chunk);
      // A step after the last is the last.
      else if (this.steps.total && index >= this.steps.total) return this.go(this.steps.total - 1);
      this.prefetch(index);
      return chunk !== null;
    }

    /** Have the next chunk ready before it is needed. */
    prefetch(index) {
      const next = index - (index % this.steps.size) + this.steps.size;
      const wanted = this.playing !== null && next - index < this.steps.size / 2;
      const there = this.steps.total === null || next < this.steps.total;
      if (wanted && there && this.steps.url && !this.steps.here(next)) {
        this.steps.load(next).catch(() => {});
      }
    }

    stopAnd(act) {
      this.stop();
      return act();
    }

    async solution(way) {
      this.stop();
      const asked = ++this.asked;
      const still = () => asked === this.asked;
      const waiting = setTimeout(() => this.say("Searching for a solution …"), 300);
      try {
        const step = await this.steps.solution(this.at, way, still);
        if (!still()) return;
        if (step !== null) await this.go(step);
        else this.say(way < 0 ? "No solution before this step." : this.noMore());
      } catch (error) {
        if (still()) this.say(`No answer: ${error.message}`);
      } finally {
        clearTimeout(waiting);
      }
    }

    noMore() {
      const cut = this.steps.cut ? ` The steps were cut ${this.steps.cut}.` : "";
      return `No solution after this step.${cut}`;
    }

    // --- playing ---

    toggle() {
      if (this.playing !== null) this.stop();
      else this.start();
    }

    start() {
      this.play.textContent = "Pause";
      // Whoever listens to a page is not told of every step while they pass.
      this.what.setAttribute("aria-live", "off");
      this.playing = { due: performance.now() };
      const playing = this.playing;
      const from = this.steps.total !== null && this.at >= this.steps.total - 1 ? -1 : this.at;
      this.tick(playing, from);
    }

    async tick(playing, at) {
      while (this.playing === playing) {
        const wait = 1000 / RATES[this.speed.value];
        // A page that cannot draw as fast as it should leaves steps out, not time.
        const behind = Math.max(0, performance.now() - playing.due);
        const ahead = 1 + Math.min(MOST_LEFT_OUT, Math.floor(behind / wait));
        const shown = await this.go(this.pause.checked ? this.upToSolution(at, ahead) : at + ahead);
        if (this.playing !== playing) return;
        const solved = shown && this.kind === "solution" && this.pause.checked;
        if (!shown || solved || (this.steps.total !== null && this.at >= this.steps.total - 1)) {
          this.stop();
          return;
        }
        at = this.at;
        playing.due = Math.max(playing.due + ahead * wait, performance.now() - 500);
        const left = playing.due - performance.now();
        await new Promise((done) => setTimeout(done, Math.max(0, left)));
      }
    }

    /** Return the step `ahead` of `at`, or that of the first solution before it. */
    upToSolution(at, ahead) {
      for (let index = at + 1; index < at + ahead; index++) {
        const chunk = this.steps.here(index);
        if (!chunk || chunk.steps[index - chunk.start].kind === "solution") return index;
      }
      return at + ahead;
    }

    stop() {
      if (this.playing === null) return;
      this.playing = null;
      this.play.textContent = "Play";
      this.what.setAttribute("aria-live", "polite");
    }

    showRate() {
      const rate = RATES[this.speed.value];
      const words = rate === 1 ? "1 step a second" : `${rate} steps a second`;
      this.rate.textContent = words;
      this.speed.setAttribute("aria-valuetext", words);
    }

    key(event) {
      const there = event.target;
      const typing = there.closest("textarea, select, input:not([type=range]):not([type=checkbox])");
      if (event.ctrlKey || event.altKey || event.metaKey || typing) return;
      const range = there.matches("input[type=range]");
      const acts = {
        ArrowLeft: () => this.stopAnd(() => this.go(this.at - 1)),
        ArrowRight: () => this.stopAnd(() => this.go(this.at + 1)),
        Home: () => this.stopAnd(() => this.go(0)),
        End: () => this.stopAnd(() => this.go(this.steps.known - 1)),
        " ": () => this.toggle(),
        n: () => this.solution(1),
        p: () => this.solution(-1),
        "+": () => this.changeSpeed(1),
        "-": () => this.changeSpeed(-1),
      };
      const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      // A slider has its own arrows, a button its own space bar, a large tree scrolls.
      const own = range || (there === this.tree && event.key.startsWith("Arrow"));
      const pressed = event.key === " " && there.closest("button, input, summary, a");
      if (!act || (own && event.key.length > 1) || pressed) return;
      event.preventDefault();
      act();
    }

    changeSpeed(way) {
      const value = Number(this.speed.value) + way;
      this.speed.value = Math.min(RATES.length - 1, Math.max(0, value));
      this.showRate();
    }

    // --- showing ---

    say(text) {
      this.what.textContent = text;
    }

    show(index, chunk) {
      const step = chunk.steps[index - chunk.start];
      const { total, known } = this.steps;
      this.at = index;
      this.kind = step.kind;
      // For style sheets and tests: which step is shown.
      this.root.dataset.at = index + 1;
      this.overlay.innerHTML = step.overlay.map((number) => chunk.shapes[number]).join("");
      const did = `${this.data.did[step.kind]} ${step.what}`.trim();
      const kind = make("strong", { class: `player-kind kind-${step.kind}` }, did);
      this.what.replaceChildren(kind, step.why ? `: ${step.why}` : "");
      this.board.setAttribute("aria-label", `${this.data.title}. ${did}. ${step.why}`);
      this.text.textContent = step.text;
      this.numbers.forEach((number, place) => {
        number.textContent = step.counters[place].toLocaleString("en");
      });
      this.scrub.max = Math.max(total === null ? known : total, index + 1);
      this.scrub.value = index + 1;
      const of = total === null ? `${known.toLocaleString("en")} so far` : total.toLocaleString("en");
      const last = total !== null && index === total - 1;
      const end = last && this.steps.cut ? ` (cut ${this.steps.cut})` : last ? " (the end)" : "";
      this.where.textContent = `step ${(index + 1).toLocaleString("en")} of ${of}${end}`;
      this.back.disabled = this.first.disabled = index === 0;
      this.forward.disabled = last;
      this.showTree(treeAt(chunk, index));
      if (this.root.dataset.address) this.remember(index);
    }

    showTree(tree) {
      const { svg, x, y, words } = drawTree(tree);
      this.tree.replaceChildren(svg);
      this.tree.setAttribute("aria-label", words);
      this.tree.scrollTo(x - this.tree.clientWidth / 2, y - this.tree.clientHeight * 0.7);
    }

    /** Let the page's address name the step, so that it can be shared; not at every step played. */
    remember(index) {
      clearTimeout(this.later);
      this.later = setTimeout(() => {
        const url = new URL(location.href);
        url.searchParams.set("step", index + 1);
        history.replaceState(history.state, "", url);
      }, 250);
    }
  }

  for (const root of document.querySelectorAll("section.player")) root.player = new Player(root);
})();
