import type { Kit } from "./index.js";

/** Compares every answer of a kit with the recorded one. `different` is empty when all are as they were made. */
export function selftest(kit: Kit, vectors: object[], schemas?: Record<string, object>): Promise<{ vectors: number; digest: string; different: string[] }>;
