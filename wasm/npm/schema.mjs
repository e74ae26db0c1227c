/** The part of JSON Schema 2020-12 that the protocol's schemas are written in. A keyword that is not known here is a fault. */

const SILENT = new Set(["$schema", "$id", "$defs", "title", "description", "then"]);

/** @param {unknown} v */
const type = (v) => v === null ? "null" : Array.isArray(v) ? "array" : typeof v;

/**
 * Where data is not as the schema of a file wants it.
 * @param {any} data @param {string} file @param {Record<string, any>} all  schemas by file name
 * @returns {string[]}
 */
export const faults = (data, file, all) => check(data, all[file], file, all, "");

/** @type {Record<string, (data: any, want: any) => boolean>} whether data is right, by keyword */
const RULES = {
  type: (d, want) => [].concat(want).some((t) => t === type(d) || t === "integer" && Number.isInteger(d)),
  const: (d, want) => d === want,
  enum: (d, want) => want.includes(d),
  required: (d, want) => type(d) !== "object" || want.every((/** @type {string} */ name) => Object.hasOwn(d, name)),
  minimum: (d, want) => typeof d !== "number" || d >= want,
  minLength: (d, want) => typeof d !== "string" || [...d].length >= want,
  maxItems: (d, want) => !Array.isArray(d) || d.length <= want,
  pattern: (d, want) => typeof d !== "string" || new RegExp(want, "u").test(d),
};

/** @param {any} data @param {any} schema @param {string} file @param {Record<string, any>} all @param {string} at @returns {string[]} */
function check(data, schema, file, all, at) {
  const under = (/** @type {any} */ sub, d = data, where = at, f = file) => check(d, sub, f, all, where);
  return Object.entries(schema).flatMap(([key, want]) => {
    if (SILENT.has(key)) return [];
    if (key in RULES) return RULES[key](data, want) ? [] : [`${at}: ${key} is ${JSON.stringify(want)}`];
    switch (key) {
      case "$ref": return want.startsWith("#/$defs/") ? under(all[file].$defs[want.slice(8)]) : under(all[want], data, at, want);
      case "properties": return Object.entries(want).flatMap(([name, sub]) => type(data) === "object" && Object.hasOwn(data, name) ? under(sub, data[name], `${at}/${name}`) : []);
      case "anyOf": return want.some((/** @type {any} */ sub) => under(sub).length === 0) ? [] : [`${at}: none of the alternatives fits`];
      case "allOf": return want.flatMap((/** @type {any} */ sub) => under(sub));
      case "if": return under(want).length === 0 ? under(schema.then) : [];
    }
    return [`${at}: the schema has ${key}, which is not known here`];
  });
}
