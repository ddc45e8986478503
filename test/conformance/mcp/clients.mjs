// Uses a shop with the official TypeScript clients, the first generation and the second, and prints the results.
//
//   node clients.mjs URL TOKEN

const [url, token] = process.argv.slice(2);

const generations = {
  sdk: async () => {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    return { Client, Transport: StreamableHTTPClientTransport };
  },
  client: async () => {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return { Client, Transport: StreamableHTTPClientTransport };
  },
};

// refusal makes a call that must be refused and returns its refusal.
async function refusal(call) {
  try {
    await call();
    return "answered";
  } catch (e) {
    return `${e.code} ${e.message}`;
  }
}

async function visit(load, headers) {
  const { Client, Transport } = await load();
  const client = new Client({ name: "typescript", version: "1.2.3" });
  const transport = new Transport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  const seen = {
    session: transport.sessionId !== undefined,
    protocol: transport.protocolVersion ?? client.getNegotiatedProtocolVersion?.(),
    server: client.getServerVersion().name,
    instructions: client.getInstructions().length > 0,
    tools: [],
    pages: 0,
  };
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    seen.tools.push(...page.tools.map((t) => t.name));
    seen.pages++;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const listed = await client.callTool({ name: "catalog_products_list", arguments: { itemsPerPage: 1 } });
  seen.products = listed.structuredContent.totalItems;
  seen.same = JSON.stringify(JSON.parse(listed.content[0].text)) === JSON.stringify(listed.structuredContent);
  seen.missing = await refusal(() => client.callTool({ name: "sales_orders_get", arguments: { id: 999999 } }));
  seen.unknown = await refusal(() => client.callTool({ name: "nothing", arguments: {} }));
  await client.ping();
  seen.prompts = (await client.listPrompts()).prompts.length;
  seen.resources = (await client.listResources()).resources.length;
  await transport.terminateSession();
  await client.close();
  return seen;
}

const out = {};
for (const [name, load] of Object.entries(generations)) {
  out[name] = {
    guest: await visit(load, {}),
    service: await visit(load, { Authorization: `Bearer ${token}` }),
  };
}
console.log(JSON.stringify(out));
