// Helpers that build DOM elements without parsing markup, so that names from the graph stay text.

/** Create an element from attributes (those such as `onclick` become listeners) and children. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child != null && child !== false && child !== ""));
  return made;
}

/** Announce a text to screen readers. */
export function say(text) {
  document.getElementById("status").textContent = text;
}

export const percent = (share) => `${Math.floor(share * 100 + 1e-9)} %`;
export const count = (number) => number.toLocaleString("en");
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;
