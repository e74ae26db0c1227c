/** Inputs to JSON text, and answers from it. */

const decoder = new TextDecoder();

/** The JSON text of an input. @param {unknown} input @returns {string | Uint8Array} */
export function json(input) {
  if (typeof input === "string" || input instanceof Uint8Array) return input;
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  const text = JSON.stringify(input);
  if (text === undefined) throw new TypeError("no JSON for this input");
  return text;
}

/** What a call said. @param {Uint8Array} bytes */
export function read(bytes) {
  const said = JSON.parse(decoder.decode(bytes));
  if (typeof said?.error === "string" && Object.keys(said).length === 1) throw new TypeError(said.error);
  return said;
}
