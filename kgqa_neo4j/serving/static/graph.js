// Graph drawings by Cytoscape, in the page's colors.

import cytoscape from "./vendor/cytoscape.esm.min.mjs";

// Maximum number of nodes per row; with more, the levels are drawn as circles.
const LEVEL = 7;
// Maximum number of edges for which all are named; beyond it, only those of the selected node.
const NAMED = 24;
const drawn = new Set();

document.addEventListener("colors", () => {
  for (const one of drawn) {
    if (one.container()?.isConnected) one.style(style());
    else { one.destroy(); drawn.delete(one); }
  }
});

/** Draw nodes ({id, name, role}) and edges ({source, target, name}); call `onSelect(id)` when a node is clicked. */
export function drawing(place, nodes, edges, onSelect) {
  const graph = cytoscape({
    container: place,
    elements: [
      ...nodes.map((node) => ({ data: { id: node.id, name: cut(node.name), role: node.role } })),
      ...edges.map((edge, at) => ({ data: { id: `edge ${at}`, source: edge.source, target: edge.target, name: edge.name } })),
    ],
    style: style(),
    layout: { name: "preset" },
    minZoom: 0.1,
    maxZoom: 3,
    // The wheel and touch gestures scroll the page, not the drawing.
    userZoomingEnabled: false,
    userPanningEnabled: matchMedia("(pointer: fine)").matches,
    autounselectify: false,
    boxSelectionEnabled: false,
  });
  for (const one of drawn) if (!one.container()?.isConnected) { one.destroy(); drawn.delete(one); }
  drawn.add(graph);
  // Lets tests and debugging reach the drawing through its element.
  place.graph = graph;
  if (edges.length > NAMED) graph.edges().addClass("unnamed");
  graph.layout(layout(graph, place)).run();
  graph.on("tap", "node", (event) => onSelect(event.target.id()));
  new ResizeObserver(() => { graph.resize(); graph.fit(undefined, 28); limit(graph); }).observe(place);
  limit(graph);
  return {
    select(id) {
      graph.elements().unselect().removeClass("dim");
      if (edges.length > NAMED) graph.edges().addClass("unnamed");
      const node = graph.getElementById(id);
      if (node.empty()) return;
      node.select();
      node.connectedEdges().removeClass("unnamed");
      graph.elements().not(node.closedNeighborhood()).addClass("dim");
    },
  };
}

function limit(graph) {
  if (graph.zoom() > 1.25) { graph.zoom(1.25); graph.center(); }
}

function layout(graph, place) {
  const roots = graph.nodes("[role = 'topic']");
  const levels = new Map();
  if (roots.nonempty()) {
    graph.elements().bfs({ roots, visit: (node, edge, from, at, depth) => { levels.set(depth, (levels.get(depth) || 0) + 1); } });
  }
  const widest = Math.max(0, ...levels.values());
  const fitted = { animate: false, padding: 28, fit: true, nodeDimensionsIncludeLabels: true };
  if (roots.empty() || levels.size > 6) {
    return { name: "cose", randomize: false, nodeRepulsion: () => 4e5, idealEdgeLength: () => 130, nodeOverlap: 60, componentSpacing: 90, ...fitted };
  }
  if (widest > 4) { place.classList.add("tall"); graph.resize(); }
  if (widest > LEVEL) return { name: "concentric", concentric: (node) => -depthOf(node, roots), levelWidth: () => 1, minNodeSpacing: 52, ...fitted, nodeDimensionsIncludeLabels: false };
  const narrow = place.clientWidth < 480 && widest < 4;
  return {
    name: "breadthfirst", roots, direction: narrow ? "downward" : "rightward", directed: false, spacingFactor: narrow ? 1.1 : 1, avoidOverlap: true, ...fitted,
  };
}

function depthOf(node, roots) {
  return Math.min(...roots.map((root) => node.cy().elements().aStar({ root, goal: node }).distance ?? 9));
}

const cut = (name) => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

function style() {
  const ofPage = (name) => {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.style.color = `var(--${name})`;
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
  };
  const [ink, bg, edge, muted, accent] = ["ink", "bg", "edge", "muted", "accent"].map(ofPage);
  const color = { topic: ofPage("topic"), answer: ofPage("answer"), other: ofPage("other") };
  return [
    {
      selector: "node",
      style: {
        "background-color": (node) => color[node.data("role")] || color.other,
        width: (node) => (node.data("role") === "other" ? 22 : 30),
        height: (node) => (node.data("role") === "other" ? 22 : 30),
        label: "data(name)", color: ink, "font-size": 14, "font-weight": (node) => (node.data("role") === "other" ? 400 : 600),
        "font-family": "system-ui, sans-serif", "text-valign": "bottom", "text-margin-y": 6, "text-wrap": "wrap", "text-max-width": 110,
        "text-background-color": bg, "text-background-opacity": 0.85, "text-background-padding": 2, "min-zoomed-font-size": 6,
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.6, "line-color": edge, "target-arrow-color": edge, "target-arrow-shape": "triangle", "arrow-scale": 0.9, "curve-style": "bezier",
        label: "data(name)", color: muted, "font-size": 12, "font-family": "system-ui, sans-serif", "text-rotation": "autorotate", "text-wrap": "wrap",
        "text-background-color": bg, "text-background-opacity": 1, "text-background-padding": 2, "min-zoomed-font-size": 6,
      },
    },
    { selector: "node:selected", style: { "border-width": 4, "border-color": accent, "border-opacity": 0.9 } },
    { selector: "edge.unnamed", style: { label: "" } },
    { selector: ".dim", style: { opacity: 0.3 } },
  ];
}
