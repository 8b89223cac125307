// The view for asking: the question, its progress, the answer beside its proof.

import { Problem, get, stream } from "./api.js";
import { answerCard } from "./answer.js";
import { completing } from "./complete.js";
import { h, say } from "./dom.js";
import { explanation } from "./explain.js";
import { proof } from "./proof.js";
import { teaching } from "./teach.js";

let running;

export async function askView(main, server, askId) {
  running?.abort();
  const input = h("input", { id: "question", name: "question", placeholder: "Who …? What …? How many …?", "aria-label": "Question", enterkeyhint: "go", spellcheck: "false" });
  const button = h("button", { class: "primary" }, "Ask");
  const form = h("form", { class: "question", role: "search", onsubmit: (event) => { event.preventDefault(); names.close(); ask(); } }, input, button);
  const names = completing(input, server);
  const shown = h("div", { class: "result" });
  const hero = h(
    "div",
    { class: "hero" },
    h("h1", {}, "Ask the graph"),
    h("p", { class: "lead" }, "In plain words. Every answer comes with the facts that prove it."),
    form,
    h("div", { class: "hints" },
      h("span", {}, "Names are completed while you type; brackets, as in [Rome], name a thing outright."),
      h("span", {}, h("kbd", {}, "/"), " comes back to the question, ", h("kbd", {}, "Esc"), " stops an answer on its way."),
    ),
  );
  main.replaceChildren(hero, shown);
  if (askId) {
    try {
      showAnswer(await get(`v1/answers/${encodeURIComponent(askId)}`));
    } catch (problem) {
      showProblem(problem);
    }
  } else {
    input.focus();
  }

  async function ask() {
    if (!input.value.trim()) {
      input.focus();
      return say("type a question first");
    }
    running?.abort();
    const mine = (running = new AbortController());
    compact();
    const steps = h("ol", { class: "steps" }, h("li", {}, "asking"));
    const text = h("p", { class: "text" });
    const card = h("section", { class: "card answer", "aria-busy": "true", "aria-label": "Answer on its way" }, steps, text);
    shown.className = "result";
    shown.replaceChildren(card);
    button.disabled = true;
    say("asking");
    const told = (line) => steps.append(h("li", {}, h("span", {}, line)));
    try {
      await stream("v1/ask", { question: input.value, graph: server.graph }, (event, data) => {
        if (event === "progress") told(data.text);
        if (event === "step") told(data.summary);
        if (event === "text") text.append(data.text);
        if (event === "answer") {
          history.replaceState(null, "", data.ask_id ? `#/answer/${data.ask_id}` : "#/");
          showAnswer(data, input.value);
        }
      }, mine.signal);
    } catch (problem) {
      if (problem.name === "AbortError") shown.replaceChildren(h("p", { class: "muted" }, "Stopped."));
      else showProblem(problem);
    } finally {
      button.disabled = false;
    }
  }

  function compact() {
    hero.classList.add("asked");
    hero.classList.remove("hero");
  }

  function showAnswer(answer, typed) {
    compact();
    // Keep what was typed while a stored answer was being fetched.
    input.value = typed ?? (input.value || answer.question);
    const again = (name) => { input.value = `[${name}] `; input.focus(); };
    const drawn = answer.evidence.length ? proof(answer, again) : null;
    shown.className = drawn ? "result two" : "result";
    shown.replaceChildren(
      answerCard(answer, drawn?.select, again),
      ...(drawn ? [drawn.card] : []),
      h("div", { class: "column" }, explanation(answer, server), teaching(answer, server)),
    );
    drawn?.draw();
    say(`${answer.status}: ${answer.text || answer.message}`);
  }

  function showProblem(problem) {
    compact();
    const known = problem instanceof Problem ? problem : new Problem({ detail: String(problem) });
    const soft = known.code === "no-such-topic" || known.code === "input-error";
    shown.className = "result";
    shown.replaceChildren(h(
      "section",
      { class: soft ? "notice soft" : "notice", role: "alert" },
      h("h2", {}, known.message),
      known.hint && h("p", {}, known.hint),
      h("button", { type: "button", class: "secondary", onclick: ask }, "Try again"),
    ));
  }
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") running?.abort();
});
