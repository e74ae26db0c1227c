// Go's own glue; it leaves the class Go behind.
declare module "*/wasm_exec.js";
