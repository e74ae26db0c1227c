// Starts an MCP server and calls one of its tools: node client.mjs TOOL ARGUMENTS COMMAND ARGS...
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [tool, args, command, ...rest] = process.argv.slice(2);
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args: rest, env: process.env }));
console.log((await client.listTools()).tools.map((t) => t.name).join(" "));
const result = await client.callTool({ name: tool, arguments: JSON.parse(args) }, undefined, {
  onprogress: (p) => console.log(p.message),
});
console.log(JSON.stringify(result));
await client.close();
