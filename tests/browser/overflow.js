// Returns what reaches beyond the right or left edge of the window and cannot be scrolled to inside a
// part of the page that scrolls by itself. What is wholly to the left is hidden on purpose.
() => {
  const width = document.documentElement.clientWidth;
  const clipped = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  const out = [...document.body.querySelectorAll("*")].filter((element) => {
    if (element.closest("svg") && element.tagName !== "svg") return false;
    const box = element.getBoundingClientRect();
    const hidden = getComputedStyle(element).clipPath !== "none" || box.width <= 1;
    return !hidden && (box.right > width + 1 || (box.left < -1 && box.right > 0)) && !clipped(element);
  });
  const problems = out.slice(0, 5).map((element) => {
    const box = element.getBoundingClientRect();
    const name = element.cloneNode(false).outerHTML.slice(0, 120);
    return `${Math.round(box.left)} to ${Math.round(box.right)} of ${width}: ${name}`;
  });
  const wide = document.documentElement.scrollWidth;
  if (wide > width) problems.unshift(`the page is ${wide} wide in a window of ${width}`);
  return problems;
}
