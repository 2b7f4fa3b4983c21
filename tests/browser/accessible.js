// Returns what is wrong with the page for those who cannot see it, or not well: a list of sentences.
() => {
  const problems = [];
  const short = (element) => {
    const text = element.cloneNode(false).outerHTML;
    return text.length > 160 ? `${text.slice(0, 160)}...` : text;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const wrong = (what, elements) => elements.forEach((e) => problems.push(`${what}: ${short(e)}`));

  // --- the page as a whole ---
  if (!document.documentElement.lang) problems.push("the page says no language");
  if (!document.title.trim()) problems.push("the page has no title");
  for (const [selector, most] of [["h1", 1], ["main", 1], ["header", Infinity]]) {
    const found = all(selector).filter(seen).length;
    if (found < 1 || found > most) problems.push(`${found} of ${selector}`);
  }
  let level = 1;
  for (const heading of all("h1, h2, h3, h4, h5, h6").filter(seen)) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) wrong(`a heading of level ${own} after one of level ${level}`, [heading]);
    if (!heading.textContent.trim()) wrong("an empty heading", [heading]);
    level = own;
  }
  const skip = document.querySelector("a[href]");
  const goal = skip?.getAttribute("href");
  if (!goal?.startsWith("#") || !document.getElementById(goal.slice(1)))
    problems.push(`the first link does not skip to the content: ${skip && short(skip)}`);
  const ids = new Set();
  for (const element of all("[id]")) {
    if (ids.has(element.id)) wrong("an id that is there twice", [element]);
    ids.add(element.id);
  }
  for (const attribute of ["for", "aria-labelledby", "aria-describedby", "aria-controls", "list"])
    for (const element of all(`[${attribute}]`))
      for (const id of element.getAttribute(attribute).split(/\s+/))
        if (!document.getElementById(id)) wrong(`${attribute} leads nowhere`, [element]);

  // --- its parts ---
  const fields = all("input:not([type=hidden]), select, textarea");
  const label = (field) => [...(field.labels ?? [])].map((l) => l.textContent).join("");
  wrong("a field without a label", fields.filter((field) =>
    !label(field).trim() && !field.ariaLabel?.trim() && !field.hasAttribute("aria-labelledby") &&
    !["submit", "reset", "button"].includes(field.type)));
  wrong("a button that says nothing", all("button").filter((button) =>
    !button.textContent.trim() && !button.ariaLabel?.trim() && !button.title));
  wrong("a link that says nothing", all("a[href]").filter((link) =>
    !link.textContent.trim() && !link.ariaLabel?.trim() &&
    !link.querySelector("img[alt]:not([alt='']), svg title")));
  wrong("a picture without words", all("img:not([alt])"));
  wrong("a picture without words", all("svg").filter((picture) =>
    !picture.closest("[aria-hidden=true]") && !picture.closest("svg svg") &&
    !picture.querySelector("title")?.textContent.trim() && !picture.ariaLabel &&
    !picture.closest("[role=img][aria-label]")));
  wrong("a frame without a title", all("iframe:not([title])"));
  wrong("a group of fields without a legend", all("fieldset").filter((group) =>
    !group.querySelector(":scope > legend")?.textContent.trim()));
  wrong("a table without headings", all("table:not([role])").filter(
    (table) => !table.querySelector("th")));
  wrong("an order of its own", all("[tabindex]").filter((element) => element.tabIndex > 0));
  wrong("can be clicked but not reached by the keyboard", all("[onclick], [hx-trigger~=click]")
    .filter((element) => element.tabIndex < 0));
  wrong("hidden from those who hear the page, but it takes the focus",
    all("[aria-hidden=true]").flatMap((hidden) => [hidden, ...hidden.querySelectorAll("*")])
      .filter((element) => element.tabIndex >= 0 && seen(element)));
  return problems;
}
