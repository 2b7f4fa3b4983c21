// The form is all there is: fields with texts. Editors read and write them here, and nowhere else
// keep what is set up; so the form says the same with and without them.

export class Form {
  constructor(element) {
    this.element = element;
  }

  inputs(name) {
    const found = this.element.elements.namedItem(name);
    if (!found) return [];
    // A hidden one stands before a box to tick: it says "no" where the box says nothing.
    const all = found instanceof RadioNodeList ? [...found] : [found];
    return all.filter((input) => input.type !== "hidden" || all.length === 1);
  }

  // What would be sent: names with the list of their values.
  texts() {
    const texts = {};
    for (const [name, value] of new FormData(this.element)) {
      (texts[name] ??= []).push(value);
    }
    return texts;
  }

  query() {
    return new URLSearchParams(new FormData(this.element)).toString();
  }

  // Whether anything differs from what the server wrote: a change made before the scripts were there.
  touched() {
    return [...this.element.elements].some((input) => {
      if (input.type === "checkbox") return input.checked !== input.defaultChecked;
      if (input.tagName === "SELECT") {
        const usual = [...input.options].find((option) => option.defaultSelected) ?? input.options[0];
        return input.value !== usual?.value;
      }
      return input.tagName !== "BUTTON" && input.value !== input.defaultValue;
    });
  }

  has(name) {
    return this.inputs(name).length > 0;
  }

  get(name) {
    const [input] = this.inputs(name);
    if (!input) return "";
    return input.type === "checkbox" ? (input.checked ? "yes" : "no") : input.value;
  }

  set(name, text) {
    this.put(name, [text]);
  }

  // Write the values of a field; boxes to tick may have several.
  put(name, values) {
    for (const input of this.inputs(name)) {
      if (input.type === "checkbox") {
        input.checked = values.includes(input.value);
      } else if (input.value !== (values.at(-1) ?? "")) {
        input.value = values.at(-1) ?? "";
      }
    }
  }

  // Write all fields, but those that the reader is typing in.
  fill(texts, { spare } = {}) {
    for (const [name, values] of Object.entries(texts)) {
      if (!spare || !this.inputs(name).includes(spare)) this.put(name, values);
    }
  }

  field(name) {
    return this.element.querySelector(`[data-field="${CSS.escape(name)}"]`);
  }
}

// Make an element in a line: el("button", {type: "button"}, "Undo").
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children);
  return element;
}

// A fieldset of radio buttons; `choices` are pairs of value and text.
export function radios(name, legend, choices, value, onchange) {
  const set = el("fieldset", { class: "radios" }, el("legend", {}, legend));
  for (const [choice, shown] of choices) {
    const id = `${name}-${choice || "none"}`;
    const radio = el("input", { type: "radio", name, id, value: choice, form: "" });
    radio.checked = choice === value;
    radio.addEventListener("change", () => onchange(choice));
    set.append(el("label", { for: id }, radio, ` ${shown}`));
  }
  return set;
}
