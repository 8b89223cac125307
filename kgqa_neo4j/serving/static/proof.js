// The card of the proof: the triples as a clickable drawing, and as a list.

import { drawing } from "./graph.js";
import { h, plural, say } from "./dom.js";

const MOST_LISTED = 120;
const MOST_DRAWN = 60;

export function proof(answer, again) {
  const facts = answer.evidence.slice(0, MOST_LISTED);
  const role = roles(answer);
  const nodes = new Map(facts.flatMap((fact) => [fact.subject, fact.object]).map((one) => [one.id, { ...one, role: role(one) }]));
  const edges = facts.slice(0, MOST_DRAWN).map((fact) => ({ source: fact.subject.id, target: fact.object.id, name: fact.relation.name }));
  const ends = [...new Set(edges.flatMap((edge) => [edge.source, edge.target]))].map((id) => nodes.get(id));
  const place = h("div", { class: "drawing", role: "img", "aria-label": `Drawing of ${plural(edges.length, "fact")}; they are listed below` });
  const about = h("div", { class: "node-facts", hidden: true, "aria-live": "polite" });
  let graph;

  function select(id, name) {
    const node = nodes.get(id) || [...nodes.values()].find((one) => one.name === name);
    if (!node) return;
    id = node.id;
    graph?.select(id);
    const own = facts.filter((fact) => fact.subject.id === id || fact.object.id === id);
    const kind = { topic: "what the question is about", answer: "an answer", other: "on the way" }[node.role];
    about.hidden = false;
    about.replaceChildren(
      h("p", {}, h("strong", {}, h("bdi", {}, node.name)), h("span", { class: "muted" }, `, ${kind}, ${plural(own.length, "fact")} here`)),
      h("p", { class: "muted small" }, h("code", {}, node.id)),
      h("p", {}, h("button", { type: "button", class: "secondary", onclick: () => again(node.name) }, "Ask about it")),
    );
    say(`${node.name}, ${kind}`);
  }

  const named = (one) => h("button", { type: "button", class: "link", onclick: () => select(one.id) }, h("bdi", {}, one.name));
  const list = h("ul", { class: "facts", "aria-label": "Facts" }, facts.map((fact) => h(
    "li", { class: "fact" }, named(fact.subject), h("span", { class: "relation" }, fact.relation.name), named(fact.object),
  )));
  const more = answer.evidence.length - facts.length;
  const card = h(
    "section",
    { class: "card proof", "aria-label": "Proof" },
    h("div", { class: "proof-head" },
      h("h2", {}, "Proof"),
      h("div", { class: "legend" }, h("span", { class: "is-topic" }, "asked about"), h("span", { class: "is-answer" }, "answer"))),
    place, about, list,
    more > 0 && h("p", { class: "muted small" }, `and ${plural(more, "more fact", "more facts")}; the API has them all`),
  );
  return { card, select, draw: () => { graph = drawing(place, ends, edges, select); } };
}

/** Return a function from a node to its role: topic, answer or other. */
function roles(answer) {
  const given = answer.status === "withheld" ? answer.candidates : [...answer.entities, ...answer.rows.flat()];
  // Values of an attached graph are matched by name, because their nodes have other ids.
  const known = (all) => new Set(all.flatMap((one) => [one.id, one.name.toLowerCase()]));
  const [topics, answers] = [known(answer.topics), known(given)];
  const question = answer.question.toLowerCase();
  const within = (all, one) => all.has(one.id) || all.has(one.name.toLowerCase());
  return (one) => {
    if (within(topics, one)) return "topic";
    if (within(answers, one)) return "answer";
    return !answer.topics.length && one.name.length > 2 && question.includes(one.name.toLowerCase()) ? "topic" : "other";
  };
}
