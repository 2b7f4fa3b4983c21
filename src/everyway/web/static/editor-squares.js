// What the fields of a form say about the squares of a board, and how it changes.

import { boardShape, moved } from "./editor-size.js";
import { cellAt, cellOf, cellsOf, coordinatesOf, listOf, nameOf, tableOf, tableText } from "./notation.js";

const LISTS = ["fixed", "holes", "walls"];
const SINGLES = ["start", "end"];
const NO_REGION = ".";

export class Squares {
  // `lists`, `singles`, `tables`: names of the fields that hold squares, and how.
  constructor(form) {
    this.form = form;
    const has = (name) => form.has(name);
    const tabled = form.has("word"); // chains say which link lies where
    this.lists = LISTS.filter((name) => has(name) && !(tabled && name === "fixed"));
    this.singles = SINGLES.filter(has);
    this.tables = tabled ? ["fixed"] : [];
    this.hasRegions = has("regions");
  }

  read() {
    this.shape = boardShape(this.form) ?? this.shape ?? [1, 1];
    for (const name of this.lists) this[name] = cellsOf(this.shape, this.form.get(name));
    for (const name of this.singles) this[name] = cellOf(this.shape, this.form.get(name));
    for (const name of this.tables) {
      const table = tableOf(this.form.get(name), this.shape.length === 2);
      this[name] = new Map([...table].map(([key, square]) => [key, cellOf(this.shape, square)]));
    }
    if (this.hasRegions) this.regions = this.readRegions();
    return this;
  }

  // Letters by cell, or null without regions; rows stand in the field the top row first.
  readRegions() {
    const rows = this.form.get("regions").split(/[\n/]/).map((row) => row.replace(/\s/g, "")).filter(Boolean);
    if (!rows.length || this.shape.length !== 2) return null;
    const [height, width] = this.shape;
    const letters = Array(height * width).fill(NO_REGION);
    rows.reverse().forEach((row, r) => {
      [...row].forEach((letter, c) => {
        if (r < height && c < width && !"-#".includes(letter)) letters[r * width + c] = letter;
      });
    });
    return letters;
  }

  write() {
    for (const name of this.lists) this.form.set(name, listOf(this.shape, this[name]));
    for (const name of this.singles) {
      this.form.set(name, this[name] === null ? "" : nameOf(this.shape, this[name]));
    }
    for (const name of this.tables) {
      const named = [...this[name]].map(([key, cell]) => [key, nameOf(this.shape, cell)]);
      this.form.set(name, tableText(named, this.shape.length === 2));
    }
    if (this.hasRegions) this.writeRegions();
  }

  writeRegions() {
    const had = this.form.get("regions").trim() !== "";
    const any = this.regions?.some((letter) => letter !== NO_REGION);
    if (!any) {
      this.regions = null;
      this.form.set("regions", "");
      // Without regions, so many in each would be refused.
      if (had) this.form.set("per_region", "");
      return;
    }
    const [height, width] = this.shape;
    const rows = [];
    for (let row = height - 1; row >= 0; row--) {
      const cells = Array.from({ length: width }, (_, column) => row * width + column);
      rows.push(cells.map((cell) => this.mark(cell)).join(""));
    }
    this.form.set("regions", rows.join("\n"));
    if (!this.form.get("per_region")) this.form.set("per_region", "1");
  }

  mark(cell) {
    if (this.holes.has(cell)) return "-";
    return this.walls.has(cell) ? "#" : this.regions[cell];
  }

  isMissing(cell) {
    return Boolean(this.holes?.has(cell) || this.walls?.has(cell));
  }

  // Take everything off a square but its region.
  clear(cell) {
    for (const name of this.lists) this[name].delete(cell);
    for (const name of this.singles) if (this[name] === cell) this[name] = null;
    for (const name of this.tables) {
      for (const [key, there] of this[name]) if (there === cell) this[name].delete(key);
    }
  }

  setRegion(cell, letter) {
    this.regions ??= Array(this.shape[0] * this.shape[1]).fill(NO_REGION);
    this.regions[cell] = letter;
  }

  letters() {
    return [...new Set(this.regions ?? [])].filter((letter) => letter !== NO_REGION).sort();
  }

  // Give the board another size; squares keep their coordinates, and what falls off is gone.
  resize(shape, wanted) {
    this.form.set("board", shape.join("x"));
    this.read();
    const to = (cell) => {
      if (cell === null) return null;
      const there = moved(coordinatesOf(shape, cell), wanted);
      return there && cellAt(wanted, there);
    };
    for (const name of this.lists) {
      this[name] = new Set([...this[name]].map(to).filter((cell) => cell !== null));
    }
    for (const name of this.singles) this[name] = to(this[name]);
    for (const name of this.tables) {
      const kept = [...this[name]].map(([key, cell]) => [key, to(cell)]);
      this[name] = new Map(kept.filter(([, cell]) => cell !== null));
    }
    if (this.hasRegions && this.regions) this.resizeRegions(shape, wanted, to);
    this.shape = wanted;
    this.form.set("board", wanted.join("x"));
    this.write();
  }

  resizeRegions(shape, wanted, to) {
    const old = this.regions;
    this.regions = null;
    if (wanted.length !== 2) return;
    this.regions = Array(wanted[0] * wanted[1]).fill(NO_REGION);
    old.forEach((letter, cell) => {
      const there = to(cell);
      if (there !== null) this.regions[there] = letter;
    });
  }
}
