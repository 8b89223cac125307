// How an answer was found: its statement, and the plans considered.

import { get } from "./api.js";
import { h, say } from "./dom.js";

/** Return the collapsible sections below an answer; their content is fetched when first opened. */
export function explanation(answer, server) {
  if (!answer.ask_id) return null;
  let asked;
  const explained = () => (asked ||= get(`v1/answers/${answer.ask_id}/explanation?${new URLSearchParams({ graph: server.graph })}`));
  return [
    folded("Cypher", async () => statement(await explained(), answer)),
    folded("Why this answer", async () => plans(await explained(), answer)),
  ];
}

function folded(title, make) {
  const inside = h("div", { class: "inside" });
  let made = false;
  return h(
    "details",
    {
      class: "card",
      ontoggle: async (event) => {
        if (!event.target.open || made) return;
        made = true;
        try {
          inside.replaceChildren(...(await make()).flat().filter(Boolean));
        } catch (problem) {
          made = false;
          inside.replaceChildren(h("p", {}, problem.message));
        }
      },
    },
    h("summary", {}, title),
    inside,
  );
}

function statement(told, answer) {
  const copy = async () => {
    await navigator.clipboard.writeText(told.statement);
    say("copied");
  };
  return [
    told.statement
      ? h("pre", { tabindex: "0", "aria-label": "Statement" }, told.statement)
      : h("p", { class: "muted" }, "No single statement found this answer."),
    h("div", { class: "line" },
      told.statement && navigator.clipboard ? h("button", { type: "button", class: "secondary", onclick: copy }, "Copy") : null,
      link(told.browser_url, "Open in Neo4j Browser"),
      link(answer.browser_url, "Open the proof in Neo4j Browser")),
  ];
}

const link = (address, title) => address && h("a", { class: "secondary", href: address, target: "_blank", rel: "noopener noreferrer" }, title);

function plans(told, answer) {
  const words = [];
  if (told.next) {
    words.push(h("dl", { class: "why" },
      told.because.length ? [h("dt", {}, "It won because"), told.because.map((one) => h("dd", {}, one))] : null,
      told.although.length ? [h("dt", {}, "although"), told.although.map((one) => h("dd", {}, one))] : null));
  }
  const rows = told.considered.map((one) => h(
    "tr",
    { class: one.text === told.executed ? "won" : null },
    h("td", { class: "number" }, one.score.toFixed(2)),
    h("td", {}, h("code", {}, one.text), one.text === told.executed ? h("span", { class: "muted" }, " this one ran") : null),
  ));
  const table = rows.length
    ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Plans considered" },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { class: "number", scope: "col" }, "score"), h("th", { scope: "col" }, "plan considered"))), h("tbody", {}, rows)))
    : null;
  const steps = h("ol", { class: "steps done" }, answer.steps.map((step) => h("li", {}, h("span", {}, step.summary))));
  return [steps, ...words, table];
}
