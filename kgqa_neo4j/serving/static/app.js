// The page: views selected by the URL fragment, the choice of graph, the colors, the token.

import { askView } from "./ask.js";
import { get, setToken, takeToken } from "./api.js";
import { h } from "./dom.js";
import { historyView } from "./history.js";
import { schemaView } from "./schema.js";

const main = document.getElementById("main");
const chosen = document.getElementById("graph");
const server = { graphs: [], allowLearn: false, get graph() { return chosen.value; } };
const VIEWS = { "": askView, answer: askView, history: historyView, schema: schemaView };

async function start() {
  takeToken();
  colors();
  try {
    const { graphs, allow_learn } = await get("v1/graphs");
    server.graphs = graphs;
    server.allowLearn = allow_learn;
    chosen.replaceChildren(...graphs.map((one) => h("option", { value: one.name }, one.name)));
    document.getElementById("graph-choice").hidden = graphs.length < 2;
  } catch (problem) {
    if (problem.code === "token-needed") return askForToken();
    main.replaceChildren(h("div", { class: "notice", role: "alert" }, h("h2", {}, problem.message), h("p", {}, problem.hint)));
    return;
  }
  show();
}

function show() {
  const [, view, argument] = location.hash.split("/").map(decodeURIComponent);
  const make = VIEWS[view || ""] || askView;
  const current = view === "history" || view === "schema" ? view : "ask";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = current === "ask" ? "kgqa: ask the graph" : `kgqa: ${current}`;
  make(main, server, argument);
}

function askForToken() {
  const input = h("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const form = h(
    "form",
    { class: "card hero", onsubmit: (event) => { event.preventDefault(); setToken(input.value.trim()); start(); } },
    h("h1", {}, "This server wants a token"),
    h("p", { class: "lead" }, "It was printed when the server was started."),
    h("div", { class: "field" }, h("label", { for: "token" }, "Token"), input),
    h("p", { class: "acts" }, h("button", { class: "primary" }, "Go on")),
  );
  main.replaceChildren(form);
  input.focus();
}

function colors() {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const apply = () => {
    button.setAttribute("aria-pressed", dark());
    document.dispatchEvent(new Event("colors"));
  };
  const kept = localStorage.getItem("kgqa.theme");
  if (kept) root.dataset.theme = kept;
  button.onclick = () => {
    root.dataset.theme = dark() ? "light" : "dark";
    localStorage.setItem("kgqa.theme", root.dataset.theme);
    apply();
  };
  system.onchange = apply;
  apply();
}

addEventListener("hashchange", show);
chosen.addEventListener("change", () => {
  // A shown answer belongs to the graph that was asked, so selecting another graph leaves it.
  if (location.hash.startsWith("#/answer/")) history.replaceState(null, "", "#/");
  show();
});
addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const field = document.getElementById("question");
    if (field) field.focus();
    else location.hash = "#/";
  }
});
start();
