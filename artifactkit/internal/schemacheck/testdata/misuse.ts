import type { Artifact } from "../../../../docs/schema/types_gen.js";

export const artifact: Artifact = { schema: "codeagent.tool-artifact", version: "1", kind: "text", status: "success", payload: "18 degrees" };
