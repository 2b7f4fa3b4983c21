// Returns the texts of the page that stand out too little from what is behind them. Pictures are
// left out: the tests of the drawings look at their colours.
() => {
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  // Whatever form a colour is written in, the browser can paint with it.
  const colour = (text) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = text;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
    return { red, green, blue, alpha: alpha / 255 };
  };
  const over = (upper, lower) => {
    const mixed = (name) => upper[name] * upper.alpha + lower[name] * (1 - upper.alpha);
    return { red: mixed("red"), green: mixed("green"), blue: mixed("blue"), alpha: 1 };
  };
  const canvas = () => colour(
    matchMedia("(prefers-color-scheme: dark)").matches &&
    getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "#121212" : "white");
  const behind = (element) => {
    const layers = [];
    for (let at = element, from = null; at; from = at, at = at.parentElement) {
      // The background of a table is not behind its caption.
      if (from?.tagName === "CAPTION" && at.tagName === "TABLE") continue;
      layers.push(colour(getComputedStyle(at).backgroundColor));
      if (layers.at(-1).alpha === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), canvas());
  };
  const light = ({ red, green, blue }) => {
    const part = (value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const found = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.textContent.trim();
    if (!text || element.closest("svg, script, style, noscript, [disabled], option")) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    const ink = over(colour(style.color), ground);
    const [bright, dark] = [light(ink), light(ground)].sort((a, b) => b - a);
    const ratio = (bright + 0.05) / (dark + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5))
      found.set(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`, text.slice(0, 40));
  }
  return [...found].map(([where, text]) => `${where}: ${text}`);
}
