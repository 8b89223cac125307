// Completion of names in an input field: a combobox with a list, usable by mouse and keyboard.

import { get } from "./api.js";
import { h, plural, say } from "./dom.js";

const WAIT_MS = 160;
const LEAST = 2;

/** Return the beginning of a name before the cursor: after "[", or from the last capitalised words on, or the last word. */
function begun(text, whole) {
  if (whole) return text.slice(text.lastIndexOf(",") + 1).trimStart();
  const open = text.lastIndexOf("[");
  if (open > text.lastIndexOf("]")) return text.slice(open + 1);
  const named = /(?:^|\s)((?:\p{Lu}[\p{L}\p{N}'’.-]*\s+(?:(?:of|the|de|van|von|and)\s+)*)*\p{Lu}[\p{L}\p{N}'’.-]*\s?\p{L}*)$/u.exec(text);
  if (named && named.index + named[0].length - named[1].length > 0) return named[1];
  return /[\p{L}\p{N}'’-]*$/u.exec(text)[0];
}

/**
 * Complete names in `input`, shown in a list inserted after it.
 * `whole`: the field contains only names, separated by commas.
 */
export function completing(input, server, { whole = false } = {}) {
  const list = h("ul", { id: `${input.id}-names`, class: "names", role: "listbox", "aria-label": "Names in the graph", hidden: true });
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id, autocomplete: "off",
  })) input.setAttribute(name, value);
  let timer, asked, names = [], active = -1;

  const close = () => {
    clearTimeout(timer);
    asked?.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (place) => {
    active = place;
    [...list.children].forEach((one, at) => one.setAttribute("aria-selected", at === place));
    if (place < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", list.children[place].id);
    list.children[place].scrollIntoView({ block: "nearest" });
  };
  const take = ({ name, kind }) => {
    const end = input.selectionStart;
    let before = input.value.slice(0, end);
    const part = begun(before, whole);
    before = before.slice(0, before.length - part.length).replace(/\[$/, "");
    // Brackets mark a name as an entity.
    const put = !whole && kind === "entity" ? `[${name}]` : name;
    const after = input.value.slice(end).replace(/^\]/, "");
    input.value = before + put + (after || (whole ? "" : " "));
    const cursor = (before + put).length + (after ? 0 : whole ? 0 : 1);
    input.setSelectionRange(cursor, cursor);
    close();
    input.focus();
  };
  const fill = (found) => {
    names = found;
    list.replaceChildren(...found.map((one, at) => h(
      "li",
      { id: `${list.id}-${at}`, role: "option", "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); take(one); } },
      h("bdi", {}, one.name), h("span", { class: "about" }, one.about),
    )));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(Boolean(found.length)));
    mark(-1);
    if (found.length) say(`${plural(found.length, "name")} in the graph`);
  };
  const look = async () => {
    const text = begun(input.value.slice(0, input.selectionStart), whole).trim();
    asked?.abort();
    if (text.length < LEAST) return close();
    asked = new AbortController();
    try {
      const query = new URLSearchParams({ text, graph: server.graph });
      fill((await get(`v1/complete?${query}`, asked.signal)).names);
    } catch {
      // Without completion, the question can still be typed.
      list.hidden = true;
    }
  };
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(look, WAIT_MS); });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) { event.preventDefault(); close(); }
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark((active + step + names.length + (active < 0 && step < 0 ? 1 : 0)) % names.length);
    }
    if ((event.key === "Enter" || event.key === "Tab") && active >= 0) { event.preventDefault(); take(names[active]); }
  });
  input.after(list);
  return { close };
}
