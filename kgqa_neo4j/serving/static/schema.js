// The view of the graph's schema.

import { get } from "./api.js";
import { count, h } from "./dom.js";
import { drawing } from "./graph.js";

const MOST_NAMED = 3;

export async function schemaView(main, server) {
  main.replaceChildren(h("h1", { class: "page-title" }, "Schema"));
  try {
    const schema = await get(`v1/schema?${new URLSearchParams({ graph: server.graph })}`);
    if (schema.kind === "loaded") loaded(main, schema);
    else attached(main, schema);
  } catch (problem) {
    main.append(h("div", { class: "notice", role: "alert" }, h("h2", {}, problem.message), h("p", {}, problem.hint)));
  }
}

const figures = (pairs) => h("dl", { class: "figures" }, Object.entries(pairs).map(([name, number]) => h("div", {}, h("dt", {}, name), h("dd", {}, count(number)))));

function loaded(main, schema) {
  const most = Math.max(1, ...schema.relations.map((one) => one.triples || 0));
  const rows = schema.relations.map((one) => {
    const share = h("div", { class: "share" });
    share.style.width = `${(100 * (one.triples || 0)) / most}%`;
    return h("tr", {}, h("td", {}, h("bdi", {}, one.name)), h("td", { class: "number" }, one.triples == null ? "" : count(one.triples)), h("td", { class: "wide", "aria-hidden": "true" }, share));
  });
  main.append(h(
    "div", { class: "card" },
    figures({ entities: schema.entities, facts: schema.triples, relations: schema.relations.length }),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Relations" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "relation"), h("th", { class: "number", scope: "col" }, "facts"), h("td", { class: "wide" }))),
      h("tbody", {}, rows))),
  ));
}

function attached(main, schema) {
  const nodes = schema.labels.map((one) => ({ id: one.name, name: `${one.name} (${count(one.count)})`, role: "other" }));
  const known = new Set(nodes.map((one) => one.id));
  const edges = together(schema.types.flatMap((type) => type.connections.map((one) => ({ source: one.source, target: one.target, name: type.name })))
    .filter((one) => known.has(one.source) && known.has(one.target)));
  const place = h("div", { class: "drawing schema-drawing", role: "img", "aria-label": "Drawing of labels and relationship types; they are listed below" });
  main.append(h(
    "div", { class: "card" },
    figures({ labels: schema.labels.length, "relationship types": schema.types.length, nodes: schema.labels.reduce((sum, one) => sum + one.count, 0) }),
    place,
    owners("Labels", schema.labels),
    owners("Relationship types", schema.types),
  ));
  drawing(place, nodes, edges, (id) => document.getElementById(`of ${id}`)?.scrollIntoView({ block: "center" }));
}

/** Merge the types that connect the same two labels into one edge. */
function together(edges) {
  const found = new Map();
  for (const edge of edges) {
    const key = JSON.stringify([edge.source, edge.target]);
    found.set(key, [...(found.get(key) || []), edge]);
  }
  return [...found.values()].map((all) => ({ ...all[0], name: all.length > MOST_NAMED ? `${all.length} types` : all.map((one) => one.name).join("\n") }));
}

function owners(title, all) {
  return h("div", { class: "scroll owners", tabindex: "0", role: "region", "aria-label": title }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, title), h("th", { class: "number", scope: "col" }, "count"), h("th", { scope: "col" }, "properties"))),
    h("tbody", {}, all.map((one) => h("tr", { id: `of ${one.name}` },
      h("td", {}, h("bdi", {}, one.name)),
      h("td", { class: "number" }, count(one.count)),
      h("td", {}, one.properties.map((of, at) => [at ? ", " : "", h("bdi", { title: of.samples.slice(0, 3).join(", ") }, of.name), h("span", { class: "muted" }, ` ${of.type}`)])))))));
}
