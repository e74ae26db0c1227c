/** Hosts for the package's tests: folders that are served with a policy, and projects that have installed the packed package. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const pkg = process.env.NPM ?? fileURLToPath(new URL("../dist/npm", import.meta.url));
export const modules = fileURLToPath(new URL("./hosts/node_modules", import.meta.url));
const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

/** The blocks of a README that are run: "<!-- run: HOST FILE -->" stands over each. @param {string} text */
export const blocksOf = (text) => [...text.matchAll(/<!-- run: (\S+)(?: (\S+))? -->\n```\w*\n(.*?)```\n/gs)].map(([, host, file, text]) => ({ host, file: file ?? "", text }));
export const blocks = blocksOf(readFileSync(join(pkg, "README.md"), "utf8"));

export const block = (host, file = "") => blocks.find((b) => b.host === host && b.file === file).text;
export const policy = block("policy").trim();

/** A folder that goes with the test. @param {import("node:test").TestContext} t @param {Record<string, string | Buffer>} [files] @param {string} [under] */
export function folder(t, files = {}, under = tmpdir()) {
  const dir = mkdtempSync(join(under, "vitrine-npm-"));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** A project that has installed what npm pack made. @param {import("node:test").TestContext} t @param {Record<string, string>} files @param {string[]} [tools]  of e2e/hosts @param {string} [from]  another folder of packages @param {string} [under]  where the project is made */
export function project(t, files, tools = [], from = modules, under = undefined) {
  const dir = folder(t, { "package.json": '{"private":true,"type":"module"}', ...files }, under);
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", dir, pkg], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  const at = join(dir, "node_modules/@vitrine/artifactkit");
  mkdirSync(at, { recursive: true });
  execFileSync("tar", ["-xzf", join(dir, filename), "--strip-components=1", "-C", at]);
  for (const tool of tools) {
    mkdirSync(dirname(join(dir, "node_modules", tool)), { recursive: true });
    symlinkSync(join(from, tool), join(dir, "node_modules", tool));
  }
  return dir;
}

/** Serves a folder on loopback, with a policy on every response. @param {import("node:test").TestContext} t @param {string} dir @param {string} [csp] */
export async function serve(t, dir, csp) {
  const asked = [];
  const server = createServer((req, res) => {
    const path = new URL(req.url, "http://x").pathname;
    asked.push(path);
    let body = null;
    try { body = path.includes("..") ? null : readFileSync(join(dir, path.endsWith("/") ? path + "index.html" : path)); } catch { /* not there */ }
    const head = { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" };
    if (csp) head["content-security-policy"] = csp;
    res.writeHead(body || path === "/favicon.ico" ? 200 : 404, head);
    res.end(body ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => { server.closeAllConnections(); server.close(); });
  return { url: `http://127.0.0.1:${server.address().port}/`, asked };
}
