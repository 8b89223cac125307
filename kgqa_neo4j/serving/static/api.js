// Client of the server's API: JSON, server-sent events, the token, and problems as errors.

const TOKEN = "kgqa.token";

export class Problem extends Error {
  constructor(problem) {
    super(problem.detail || "the server does not answer");
    this.code = problem.code || "unreachable";
    this.hint = problem.hint || "";
    this.status = problem.status || 0;
  }
}

export const setToken = (token) => sessionStorage.setItem(TOKEN, token);

/** Store the token from the page's address and remove it there, so that it is not displayed or kept in the history. */
export function takeToken() {
  const given = /^#token=(.+)$/.exec(location.hash);
  if (!given) return;
  setToken(decodeURIComponent(given[1]));
  history.replaceState(null, "", "#/");
}

async function request(path, body, signal) {
  const headers = {};
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.Authorization = `Bearer ${token}`;
  const options = { headers, signal };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    options.method = "POST";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: "the server does not answer", hint: "see that `kgqa serve` runs, then try again" });
  }
  if (!response.ok) throw new Problem(await response.json().catch(() => ({ detail: response.statusText, status: response.status })));
  return response;
}

export const get = async (path, signal) => (await request(path, undefined, signal)).json();
export const post = async (path, body, signal) => (await request(path, body, signal)).json();
export const file = async (path) => (await request(path)).blob();

/** Post a request and call `on(event, data)` for each event; the last one is the answer. A problem is thrown. */
export async function stream(path, body, on, signal) {
  const response = await request(path, { ...body, stream: true }, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  let ended = false;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    held += value.replaceAll("\r\n", "\n").replaceAll("\r", "");
    const blocks = held.split("\n\n");
    held = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split("\n").filter((line) => !line.startsWith(":")).map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]),
      );
      if (!fields.event) continue;
      const data = JSON.parse(fields.data);
      ended ||= fields.event === "answer" || fields.event === "problem";
      if (fields.event === "problem") throw new Problem(data);
      on(fields.event, data);
    }
  }
  if (!ended) throw new Problem({ detail: "the server ended while it answered", hint: "try again" });
}
