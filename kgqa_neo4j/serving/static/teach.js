// Feedback on an answer, right or corrected, if the server learns.

import { post } from "./api.js";
import { completing } from "./complete.js";
import { h, say } from "./dom.js";

export function teaching(answer, server) {
  if (!server.allowLearn || !answer.ask_id) return null;
  const input = h("input", { id: "right", name: "right", placeholder: "Ada, Ben" });
  const outcome = h("p", { class: "muted", role: "status" });
  const field = h("div", { class: "field" }, h("label", { for: "right" }, "It should have been (names, with commas)"), h("div", { class: "names-of" }, input));
  const learn = async (body) => {
    outcome.textContent = "learning …";
    try {
      const report = await post("v1/learn", { graph: server.graph, ...body });
      outcome.textContent = report.sentence;
    } catch (problem) {
      outcome.textContent = [problem.message, problem.hint].filter(Boolean).join(": ");
    }
    say(outcome.textContent);
  };
  const correct = (event) => {
    event.preventDefault();
    const answers = input.value.split(",").map((name) => name.trim()).filter(Boolean);
    if (answers.length) learn({ correct: answer.ask_id, answers });
    else input.focus();
  };
  const form = h(
    "form",
    { class: "inside", onsubmit: correct },
    field,
    h("div", { class: "line" },
      h("button", { class: "secondary" }, "Correct it"),
      answer.entities.length ? h("button", { type: "button", class: "secondary", onclick: () => learn({ confirm: answer.ask_id }) }, "It was right") : null),
    outcome,
  );
  completing(input, server, { whole: true });
  return h("details", { class: "card" }, h("summary", {}, "Right or wrong?"), form);
}
