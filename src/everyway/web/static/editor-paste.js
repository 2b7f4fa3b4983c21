// A puzzle as text: pasted into the field for it, from a file, or dropped anywhere on the page.

import { say } from "./editor-faults.js";
import { read } from "./editor-server.js";

const MOST_BYTES = 200_000;

// `take` is called with what the server made of the text.
export function acceptPuzzles(take) {
  const form = document.querySelector("#paste-form");
  const message = document.querySelector("#paste-error");
  const area = document.querySelector("#paste");

  async function open(text) {
    const answer = await read({ text });
    if (!answer) return;
    if (answer.error) {
      if (area && area.value !== text) area.value = text;
      if (message) {
        message.closest("details")?.setAttribute("open", "");
        say(message, answer);
        area.focus();
        select(area, answer);
      }
      return;
    }
    message?.replaceChildren();
    take(answer);
  }

  async function openFile(file) {
    if (file.size > MOST_BYTES) {
      if (message) say(message, { error: `a file of over ${MOST_BYTES} bytes is too large` });
      return;
    }
    await open(await file.text());
  }

  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    open(area.value);
  });
  document.querySelector("#paste-file")?.addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) openFile(file);
    event.target.value = "";
  });
  // Pasted where nothing takes text: on the page, or on a square of a board.
  document.addEventListener("paste", (event) => {
    const [file] = event.clipboardData.files;
    if (event.target.closest?.("textarea, input")) return;
    if (file) openFile(file);
    else if (event.clipboardData.getData("text/plain").trim()) open(event.clipboardData.getData("text/plain"));
  });
  dropped(openFile, open);
}

// Put the cursor where the error stands.
function select(area, fault) {
  if (!fault.where) return;
  const lines = area.value.split("\n").slice(0, fault.where.line - 1);
  const start = lines.reduce((sum, row) => sum + row.length + 1, 0) + fault.where.column - 1;
  area.setSelectionRange(start, start + (fault.text?.length || 1));
}

function dropped(openFile, open) {
  const page = document.documentElement;
  let depth = 0; // entering a child comes before leaving its parent
  const over = (by) => {
    depth = Math.max(0, depth + by);
    page.classList.toggle("dropping", depth > 0);
  };
  const carries = (event) => [...event.dataTransfer.types].some((t) => t === "Files" || t === "text/plain");
  page.addEventListener("dragenter", (event) => carries(event) && over(1));
  page.addEventListener("dragleave", (event) => carries(event) && over(-1));
  page.addEventListener("dragover", (event) => {
    // Within a field, text is dropped as ever.
    if (carries(event) && !event.target.closest?.("textarea, input")) event.preventDefault();
  });
  page.addEventListener("drop", (event) => {
    over(-depth);
    const [file] = event.dataTransfer.files;
    if (!file && event.target.closest?.("textarea, input")) return;
    event.preventDefault();
    if (file) openFile(file);
    else open(event.dataTransfer.getData("text/plain"));
  });
}
