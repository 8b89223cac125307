// The view of earlier questions.

import { get } from "./api.js";
import { h } from "./dom.js";

export async function historyView(main) {
  const list = h("ul", { class: "past" });
  const card = h("div", { class: "card" }, list);
  main.replaceChildren(h("h1", { class: "page-title" }, "History"), card);
  const { asked } = await get("v1/history?limit=200");
  if (!asked.length) return card.replaceChildren(h("p", { class: "muted" }, "Nothing was asked yet."));
  const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
  list.append(...asked.map((one) => h(
    "li", {},
    h("a", { href: `#/answer/${one.id}` },
      h("span", { class: "q" }, h("bdi", {}, one.question)),
      h("time", { class: "when", datetime: one.asked_at }, when.format(new Date(one.asked_at))),
      h("span", { class: "t" }, h("bdi", {}, one.text || one.status))),
  )));
}
