// What the rest of the page shows follows the puzzle that is set up: the address, links and forms that
// carry it, the picture, the line of words.

const OLD = { line: null };

export function remember(line) {
  OLD.line = line;
}

// Show `answer`, what the server made of the puzzle, everywhere on the page.
export function follow(answer) {
  const { line, svg } = answer;
  // Some browsers refuse more than a hundred changes of the address in half a minute.
  try {
    const address = new URL(location);
    address.pathname = "/puzzle";
    address.search = new URLSearchParams({ puzzle: line }).toString().replaceAll("+", "%20");
    history.replaceState(history.state, "", address);
  } catch {
    // then the address follows with the next change
  }
  document.title = `${line.length > 60 ? `${line.slice(0, 59)}…` : line} – everyway`;
  for (const input of document.querySelectorAll("input[data-puzzle]")) input.value = line;
  for (const anchor of document.querySelectorAll("main a[href*='puzzle=']")) relink(anchor, line);
  for (const code of document.querySelectorAll("main .line code")) code.textContent = line;
  const figure = document.querySelector("[data-picture]");
  if (figure && svg) figure.replaceChildren(pictureOf(svg));
  document.querySelector("main").removeAttribute("data-stale");
  stale(false);
  OLD.line = line;
  document.dispatchEvent(new CustomEvent("everyway:puzzle", { detail: answer }));
}

// While what is set up is no puzzle, nothing can be asked about it.
export function stale(is) {
  for (const input of document.querySelectorAll("input[data-puzzle]")) {
    for (const button of input.form?.querySelectorAll("button:not([type=button])") ?? []) {
      button.disabled = is;
    }
  }
}

function relink(anchor, line) {
  const address = new URL(anchor.href);
  if (OLD.line !== null && address.searchParams.get("puzzle") !== OLD.line) return;
  address.searchParams.set("puzzle", line);
  anchor.href = address.pathname + address.search.replaceAll("+", "%20") + address.hash;
}

function pictureOf(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}
