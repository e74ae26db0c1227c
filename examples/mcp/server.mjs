// An MCP server with one tool, made with the official SDK. It knows nothing of Vitrine.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { EmptyResultSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new McpServer({ name: "tides", title: "Tides", version: "1.0.0" });
server.registerTool("tide_table", { title: "Tide table", description: "High water of today." }, async (extra) => {
  const progressToken = extra._meta?.progressToken;
  if (progressToken !== undefined) {
    await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2, message: "Reading the gauge" } });
    // The SDK's client forgets a call's progress when its result comes in the same read; its answer here says that it has seen it.
    await extra.sendRequest({ method: "ping" }, EmptyResultSchema);
  }
  return { content: [{ type: "text", text: "2 ports" }], structuredContent: { rows: [{ port: "Duluth", high: 1.25 }, { port: "Fargo", high: 1.5 }] } };
});
await server.connect(new StdioServerTransport());
