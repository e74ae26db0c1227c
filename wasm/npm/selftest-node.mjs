#!/usr/bin/env node
/** vitrine-selftest: the self-test in this Node, on a worker and on the main thread. */
import { readFileSync, readdirSync } from "node:fs";
import { init } from "./index.mjs";
import { selftest } from "./selftest.mjs";

const json = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const schemas = Object.fromEntries(readdirSync(new URL("./schema/", import.meta.url)).map((name) => [name, json("./schema/" + name)]));

for (const worker of [true, false]) {
  const kit = await init({ worker, deadline: 60_000 });
  if (kit.trouble) console.error("vitrine-selftest:", kit.trouble.message), process.exitCode = 1;
  const { vectors, digest, different } = await selftest(kit, json("./vectors.json"), schemas);
  console.log(`conformance runtime=npm-node-${worker ? "worker" : "main"} vectors=${vectors} digest=${digest}`);
  for (const d of different) console.error("vitrine-selftest: not as it was made:", d), process.exitCode = 1;
  kit.close();
}
