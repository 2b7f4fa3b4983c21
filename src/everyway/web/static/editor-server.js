// What the server makes of a form or a text: one answer at a time, and never an older one after a newer.

let newest = 0;
let running = null;

// Returns the answer, or null when another question has come in between. Where nothing came back,
// the answer is a fault that says so.
export async function read(body) {
  const number = ++newest;
  running?.abort();
  running = new AbortController();
  try {
    const response = await fetch("/read", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: running.signal,
    });
    const answer = response.headers.get("content-type")?.includes("json")
      ? await response.json()
      : { error: (await response.text()).trim() || "no answer" };
    return number === newest ? answer : null;
  } catch (error) {
    if (error.name === "AbortError" || number !== newest) return null;
    return { error: "the server does not answer", hint: "is everyway serve still running?" };
  }
}
