/* Draws the search tree at a step: the way to where the search is, and what is near it.
 *
 * The same tree as that of everyway.drawing.search_tree, but from the steps of a chunk, so that
 * any step can be shown at once, and in the colours of the page.
 */
"use strict";

globalThis.searchTree = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const TREE = { most: 40, levels: 12, letters: 9, box: 20, level: 44, gap: 8, margin: 12 };

  function draw(parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  /** Return the tree at a step of a chunk: nodes by number, and the node the search is at. */
  function treeAt(chunk, index) {
    const nodes = new Map();
    for (const [number, parent, label, state, hidden] of chunk.tree.nodes) {
      nodes.set(number, { number, parent, label, state, hidden });
    }
    let at = chunk.tree.node;
    for (const step of chunk.steps.slice(0, index - chunk.start + 1)) {
      const node = nodes.get(step.node);
      if (step.kind === "place") {
        nodes.set(step.node, {
          number: step.node, parent: step.parent, label: step.what, state: "open", hidden: 0,
        });
      } else if (step.kind === "backtrack") {
        const left = nodes.get(at);
        if (left && left.state === "open") left.state = "done";
      } else if (node && step.kind === "solution") node.state = "found";
      else if (node && (step.kind === "prune" || step.whole)) node.state = "dead";
      at = step.node;
    }
    return { nodes, at };
  }

  /** Choose the nodes to be shown: the way to the search, and what is near it, newest first. */
  function chooseNodes({ nodes, at }) {
    const children = new Map();
    const size = new Map();
    const numbers = [...nodes.keys()].sort((a, b) => b - a);
    for (const number of numbers) {
      const node = nodes.get(number);
      const own = (size.get(number) || 0) + 1 + node.hidden;
      size.set(number, own);
      if (nodes.has(node.parent)) {
        size.set(node.parent, (size.get(node.parent) || 0) + own);
        if (!children.has(node.parent)) children.set(node.parent, []);
        children.get(node.parent).push(number);
      }
    }
    const depth = new Map();
    let ring = [];
    for (let n = at; nodes.has(n) && ring.length < TREE.levels; n = nodes.get(n).parent) ring.push(n);
    const top = ring[ring.length - 1];
    const way = new Set(ring);
    ring.forEach((number, place) => depth.set(number, ring.length - 1 - place));
    while (ring.length && depth.size < TREE.most) {
      const following = [];
      for (const above of ring) {
        if (depth.get(above) >= TREE.levels) continue;
        for (const child of children.get(above) || []) {
          if (depth.has(child) || depth.size >= TREE.most) continue;
          depth.set(child, depth.get(above) + 1);
          following.push(child);
        }
      }
      ring = following;
    }
    const below = new Map();
    const hidden = new Map();
    for (const number of depth.keys()) {
      const all = (children.get(number) || []).slice().reverse();
      below.set(number, all.filter((child) => depth.has(child)));
      const out = all.filter((child) => !depth.has(child));
      hidden.set(number, nodes.get(number).hidden + out.reduce((sum, c) => sum + size.get(c), 0));
    }
    return { top, way, below, hidden, all: size.get(0) || size.get(top), shown: depth.size };
  }

  /** Give each node its slot and level; leaves take one slot each, from left to right. */
  function layOut({ top, below, hidden }) {
    const places = new Map();
    let slots = 0;
    let levels = 0;
    const settle = (number, level) => {
      levels = Math.max(levels, level + 1);
      const middles = [];
      if (hidden.get(number)) {
        middles.push(slots);
        places.set(`+${number}`, [slots++, level + 1]);
        levels = Math.max(levels, level + 2);
      }
      for (const child of below.get(number)) middles.push(settle(child, level + 1));
      const slot = middles.length ? (middles[0] + middles[middles.length - 1]) / 2 : slots++;
      places.set(number, [slot, level]);
      return slot;
    };
    settle(top, 0);
    return { places, slots, levels };
  }

  function labelOf(node) {
    const text = node.label || (node.number ? "" : "start");
    return text.length <= TREE.letters ? text : `${text.slice(0, TREE.letters - 1)}…`;
  }

  /** Draw the tree; return the picture, where the search is in it, and words for who sees none. */
  function drawTree(tree) {
    const { nodes, at } = tree;
    const chosen = chooseNodes(tree);
    const { places, slots, levels } = layOut(chosen);
    const letters = Math.max(...[...chosen.below.keys()].map((n) => labelOf(nodes.get(n)).length), 3);
    const wide = 12 + 8 * letters;
    const x = (key) => TREE.margin + wide / 2 + places.get(key)[0] * (wide + TREE.gap);
    const y = (key) => TREE.margin + TREE.box / 2 + places.get(key)[1] * TREE.level;
    const width = 2 * TREE.margin + slots * (wide + TREE.gap) - TREE.gap;
    const height = 2 * TREE.margin + (levels - 1) * TREE.level + TREE.box + 8;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("aria-hidden", "true");
    const half = TREE.box / 2;
    for (const [number, children] of chosen.below) {
      for (const child of children) {
        const name = chosen.way.has(child) ? "branch on-way" : "branch";
        const line = { x1: x(number), y1: y(number) + half, x2: x(child), y2: y(child) - half };
        draw(svg, "line", { ...line, class: name });
      }
      if (chosen.hidden.get(number)) {
        const sign = `+${number}`;
        const line = { x1: x(number), y1: y(number) + half, x2: x(sign), y2: y(sign) - half };
        draw(svg, "line", { ...line, class: "branch hidden-nodes" });
        draw(svg, "text", { x: x(sign), y: y(sign), class: "quiet" }, `+${chosen.hidden.get(number)}`);
      }
    }
    for (const number of chosen.below.keys()) {
      const node = nodes.get(number);
      const names = ["node", `node-${node.state}`];
      if (chosen.way.has(number)) names.push("on-way");
      if (number === at) names.push("now");
      const group = draw(svg, "g", { class: names.join(" ") });
      const box = { x: x(number) - wide / 2, y: y(number) - half, width: wide, height: TREE.box, rx: 6 };
      draw(group, "rect", box);
      draw(group, "text", { x: x(number), y: y(number) }, labelOf(node));
      if (node.state === "found") {
        const outer = { x: box.x - 3.5, y: box.y - 3.5, width: wide + 7, height: TREE.box + 7, rx: 8 };
        draw(group, "rect", { ...outer, class: "outer" });
      } else if (node.state === "dead" && !chosen.below.get(number).length && !chosen.hidden.get(number)) {
        // A search by breadth may come back to a node that led nowhere at first.
        const [cx, cy] = [x(number), y(number) + half + 8];
        const d = `M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8`;
        draw(group, "path", { d, class: "cross" });
      }
    }
    const names = [...chosen.way].reverse().map((n) => labelOf(nodes.get(n)));
    const out = chosen.all - chosen.shown;
    const words = `${chosen.all} nodes so far${out ? `, ${out} of them left out` : ""}; ` +
      `the search is at ${names.join(", ")}`;
    return { svg, x: x(at), y: y(at), words };
  }

  return { treeAt, drawTree };
})();
