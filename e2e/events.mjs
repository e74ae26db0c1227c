/** Events of an invented agent, as producers send them. */
let n = 0;
const id = (stem) => `${stem}-${++n}`;

export const said = (role, text) => ({ id: id("m"), type: "message", event: { role, markdown: text } });

export const request = (call, name, args, annotations = {}) =>
  ({ id: `${call}:q`, type: "tool_request", event: { id: call, name, arguments: args, intent: null, annotations } });

export const result = (call, name, event) =>
  ({ id: `${call}:r`, type: "tool_result", event: { id: call, name, display: null, value: "", is_error: false, artifact: null, ...event } });

export const artifact = (kind, payload, more = {}) =>
  ({ schema: "codeagent.tool-artifact", version: 1, kind, status: "success", ...more, payload });
