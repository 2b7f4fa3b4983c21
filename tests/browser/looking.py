"""What the tests look for on a page: each function returns a list of what is wrong with it."""

from pathlib import Path

HERE = Path(__file__).parent
NAMED = {
    "button", "checkbox", "combobox", "dialog", "image", "img", "link", "listbox",
    "menuitem", "meter", "progressbar", "radio", "searchbox", "slider", "spinbutton", "switch",
    "tab", "textbox",
}  # fmt: skip
"""Roles that say nothing to a listener unless they have a name."""


def _ask(page, script):
    """Run a script that is a function after some lines of comment; return what it returns."""
    text = (HERE / script).read_text("utf-8")
    return page.evaluate(text[text.index("() =>") :])


def inaccessible(page):
    """Return what keeps people from the page who do not see it, or use no mouse."""
    return _ask(page, "accessible.js") + nameless(page)


def pale(page):
    """Return the texts that stand out too little from their ground, in the colours of now."""
    return _ask(page, "contrast.js")


def overflowing(page):
    """Return what is wider than the window."""
    return _ask(page, "overflow.js")


def nameless(page):
    """Return what a screen reader would announce without a name, as the browser itself tells it."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        f"no name for a {role}"
        for node in nodes
        if not node["ignored"]
        and (role := node.get("role", {}).get("value", "")) in NAMED
        and not node.get("name", {}).get("value", "").strip()
    ]


def unmarked_stops(page, most=60):
    """Press Tab through the page; return the stops at which nothing shows where one is."""
    problems = []
    page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const at = document.activeElement;
              if (!at || at === document.body) return null;
              if (at.dataset.tested) return null;
              at.dataset.tested = "yes";
              const style = getComputedStyle(at);
              const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
              const box = at.getBoundingClientRect();
              return {
                name: at.cloneNode(false).outerHTML.slice(0, 120),
                marked: ring || style.boxShadow !== "none",
                there: box.width > 0 && box.height > 0,
              };
            }"""
        )
        if stop is None:
            break
        if not stop["marked"]:
            problems.append(f"the focus does not show: {stop['name']}")
        if not stop["there"]:
            problems.append(f"the focus is on what is not there: {stop['name']}")
    return problems
