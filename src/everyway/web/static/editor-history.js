// Undo and redo. What can be undone are whole forms; they are kept with the tab, so that they outlive
// another page: a puzzle that was pasted over another one, or an answer looked at in between.

const KEY = "everyway-history";
const MOST = 200;

const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

// Fields that say nothing are left out: a form may or may not have them.
function sorted(texts) {
  const said = Object.entries(texts).filter(([, values]) => values.some((value) => value !== ""));
  return said.sort(([one], [other]) => (one < other ? -1 : 1));
}

export class History {
  constructor(texts) {
    const kept = load();
    this.entries = kept.entries;
    this.at = kept.at;
    this.typing = null;
    if (this.at < 0 || !same(this.entries[this.at], texts)) this.push(texts);
  }

  // A change by hand. One word typed into a field is one change: `typing` names the field.
  push(texts, typing = null) {
    if (this.at >= 0 && same(this.entries[this.at], texts)) return;
    if (typing && typing === this.typing && this.at > 0) {
      this.entries[this.at] = texts;
      this.entries.length = this.at + 1;
    } else {
      this.entries.splice(this.at + 1, Infinity, texts);
      if (this.entries.length > MOST) this.entries.shift();
      this.at = this.entries.length - 1;
    }
    this.typing = typing;
    this.save();
  }

  // The same puzzle, written in its usual way: no change.
  replace(texts) {
    this.entries[this.at] = texts;
    this.save();
  }

  endTyping() {
    this.typing = null;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.entries.length - 1;
  }

  move(by) {
    this.at += by;
    this.typing = null;
    this.save();
    return this.entries[this.at];
  }

  save() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ entries: this.entries, at: this.at }));
    } catch {
      // no room, or not allowed: then undo ends with the page
    }
  }
}

function load() {
  try {
    const { entries, at } = JSON.parse(sessionStorage.getItem(KEY));
    if (Array.isArray(entries) && Number.isInteger(at) && at >= 0 && at < entries.length) {
      return { entries, at };
    }
  } catch {
    // nothing kept, or nothing readable
  }
  return { entries: [], at: -1 };
}
