// The card of the answer: its text, status and confidence, and its entities or table.

import { file } from "./api.js";
import { h, percent, plural, say } from "./dom.js";

const MOST_ENTITIES = 24;
const STATUS = {
  answered: "from the graph",
  withheld: "not sure enough",
  unanswerable: "not in the graph",
  fallback: "from the language model alone",
  failed: "the language model failed",
};

export function answerCard(answer, select, again) {
  const withheld = answer.status === "withheld";
  const text = answer.text || { withheld: "Too unsure to say", unanswerable: "The graph does not say" }[answer.status] || "No answer";
  const tone = answer.text ? (answer.text.length > 160 ? "text long" : "text") : "text none";
  const listed = withheld ? answer.candidates : answer.entities;
  // A withheld table keeps its first rows in its step.
  const kept = answer.steps.find((step) => step.kind === "withheld")?.data.rows || [];
  const rows = answer.rows.length ? answer.rows.map((row) => row.map((cell) => cell.name)) : kept;
  return h(
    "section",
    { class: "card answer", "aria-label": "Answer" },
    h("p", { class: tone }, h("bdi", {}, text)),
    h("div", { class: "sure" }, h("span", { class: `chip ${answer.status}` }, STATUS[answer.status] || answer.status), gauge(answer)),
    withheld && (listed.length || rows.length) ? h("p", { class: "reason" }, "It would have been:") : null,
    rows.length ? table(rows) : entities(listed, select, withheld || listed.length > 3),
    answer.message && h("p", { class: "reason" }, answer.message),
    acts(answer, again),
  );
}

function gauge(answer) {
  if (answer.confidence == null) return null;
  const words = `${percent(answer.confidence)} sure`;
  const bar = h("span");
  bar.style.width = percent(answer.confidence);
  return [
    h("span", { class: answer.confidence < 0.5 ? "gauge low" : "gauge", "aria-hidden": "true" }, bar),
    h("span", { class: "confidence" }, words),
  ];
}

function entities(listed, select, worth) {
  if (!worth || !listed.length) return null;
  const shown = listed.slice(0, MOST_ENTITIES).map((one) => h(
    "li", {}, select
      ? h("button", { type: "button", class: "entity", onclick: () => select(one.id, one.name) }, h("bdi", {}, one.name))
      : h("span", { class: "entity" }, h("bdi", {}, one.name)),
  ));
  if (listed.length > MOST_ENTITIES) shown.push(h("li", { class: "muted" }, `and ${listed.length - MOST_ENTITIES} more`));
  return h("ul", { class: "entities", "aria-label": plural(listed.length, "answer") }, shown);
}

function table(rows) {
  const lines = rows.slice(0, 200).map((row) => h("tr", {}, row.map((cell) => h("td", {}, h("bdi", {}, cell)))));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": plural(rows.length, "row") }, h("table", {}, h("tbody", {}, lines)));
}

function acts(answer, again) {
  const seconds = answer.seconds.total;
  const save = async () => {
    const link = h("a", { href: URL.createObjectURL(await file(`v1/answers/${answer.ask_id}/picture`)), download: `${answer.ask_id}.html` });
    link.click();
    URL.revokeObjectURL(link.href);
    say("saved the picture");
  };
  return h(
    "div",
    { class: "acts" },
    answer.topics.length ? h("button", { type: "button", class: "secondary", onclick: () => again(answer.topics[0].name) }, "Ask more") : null,
    answer.ask_id && answer.evidence.length ? h("button", { type: "button", class: "secondary", onclick: save }, "Save as a picture") : null,
    h("span", { class: "muted small" }, `${seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`}, method ${answer.method}`),
  );
}
