// Light or dark: as the system says, unless the reader chose. Loaded in the head, before anything is
// shown, so that a dark page does not flash white.

const KEY = "everyway-colours";
const CHOICES = [
  ["", "as the system"],
  ["light", "light"],
  ["dark", "dark"],
];

function chosen() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // a browser may refuse to keep anything
  }
}

function apply(colours) {
  if (colours === "light" || colours === "dark") {
    document.documentElement.dataset.colours = colours;
  } else {
    delete document.documentElement.dataset.colours;
  }
}

function keep(colours) {
  try {
    if (colours) {
      localStorage.setItem(KEY, colours);
    } else {
      localStorage.removeItem(KEY);
    }
  } catch {
    // then it holds for this page alone
  }
}

// Without scripts there is no switch to show, so the script makes it.
function addSwitch() {
  const header = document.querySelector("body > header");
  if (!header) return;
  const label = document.createElement("label");
  label.className = "colours";
  label.append("Colours ");
  const select = document.createElement("select");
  select.id = "colours";
  for (const [value, shown] of CHOICES) {
    select.append(new Option(shown, value, false, value === chosen()));
  }
  select.addEventListener("change", () => {
    apply(select.value);
    keep(select.value);
  });
  label.append(select);
  header.append(label);
}

apply(chosen());
document.addEventListener("DOMContentLoaded", addSwitch);
