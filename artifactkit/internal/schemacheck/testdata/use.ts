import type { Artifact, Envelope, Result, ToolResultEvent } from "../../../../docs/schema/types_gen.js";

const artifact: Artifact = { schema: "codeagent.tool-artifact", version: 1, kind: "text", status: "success", payload: { text: "18 degrees" } };
const result: Result = { value: "18 degrees", extra: { codeagent: { artifact, sources: [] }, display: { label: "Duluth", open_style: "framed" } } };
const event: ToolResultEvent = { id: "c1", name: "weather", display: null, value: "18 degrees", is_error: false, artifact };
export const envelope: Envelope = { id: "weather:c1:1", type: "tool_result", event: { ...event }, preliminary: false };
export const title: string | null | undefined = result.extra?.codeagent?.artifact?.title;
