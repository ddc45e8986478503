// Agents: the programs that act for accounts, their acts, dry runs and refused calls; one is revoked.
export default {
  async agents({ page, base, facts, go, look, check, submit, picture }) {
    let session;
    const call = async (method, params) => {
      const headers = {
        "Content-Type": "application/json", Accept: "application/json, text/event-stream", Authorization: `Bearer ${facts.token}`,
        "MCP-Protocol-Version": "2025-11-25",
      };
      if (session) headers["MCP-Session-Id"] = session;
      const answer = await fetch(`${base}/api/mcp?tools=support`, { method: "POST", headers,
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
      session = answer.headers.get("mcp-session-id") ?? session;
      return answer.text();
    };
    await call("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "Helper", version: "1" } });
    const tool = (name, args) => call("tools/call", { name, arguments: args });
    await tool("sales_orders_hold_create", { id: facts.other, reason: "looks odd" });
    await tool("sales_orders_unhold_create", { id: facts.other });
    await tool("sales_orders_hold_create", { id: facts.other, dryRun: true });
    await tool("sales_orders_unhold_create", { id: facts.other });

    await go("/console/agents");
    await page.waitForSelector("#stories .story");
    await page.waitForSelector("#attempts tbody tr");
    check("the outcomes", await page.$$eval("#attempts .badge", (all) => all.map((b) => b.textContent)), ["refused", "dry run"]);
    const story = page.locator(".story", { hasText: "Helper" });
    check("the stories of the program", await story.count(), 1);
    await story.locator("summary").click();
    check("its requests", await story.locator("ol > li").count(), 2);
    await look();
    await picture("agents");
    await Promise.all([page.waitForNavigation(), story.locator("ol a").first().click()]);
    check("what a request led to", await page.locator(".timeline > li").count() > 0, true);
    await look();
    await go("/console/agents/stories?kind=admin");
    await go("/console/agents/attempts");

    await go("/console/agents");
    await Promise.all([page.waitForNavigation(), page.click("table a.button")]);
    await look();
    await submit("button.danger");
    check("what was done", await page.textContent(".done"), "The agent was revoked. Its tokens are refused from now on.");
    check("the agents that are left", await page.locator("main table a.button").count(), 0);
    await page.selectOption("#account", { label: "greta (api)" });
    await submit(".filters button");
    check("the account", await page.textContent("h1"), "greta");
    await look();
  },

  async tokens({ page, base, facts, go, look, check, submit, picture }) {
    const answer = await fetch(`${base}/api/rest/v2/auth/token`, { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ grant_type: "api_user", username: facts.username, api_key: facts.password }) });
    const { token } = await answer.json();
    const asks = async () => (await fetch(`${base}/api/rest/v2/orders`, { headers: { Authorization: `Bearer ${token}` } })).status;
    check("the token before", await asks(), 200);
    await go("/console/agents");
    await Promise.all([page.waitForNavigation(), page.click("main a.button >> text=Tokens")]);
    await look();
    await picture("tokens");
    check("this browser's login", await page.locator("tbody tr", { hasText: "Login in a browser" }).count() > 0, true);
    const row = page.locator("tbody tr", { hasText: "Login over the API" }).first();
    const id = await row.locator("code").textContent();
    await Promise.all([page.waitForNavigation(), row.locator("a.button").click()]);
    await look();
    await submit("button.danger");
    check("what was done", await page.textContent(".done"), "The token was revoked. It is refused from now on.");
    check("its state", await page.locator("tbody tr", { hasText: id }).locator(".badge").textContent(), "revoked");
    check("the token after", await asks(), 401);
    await page.selectOption("#account", { label: "greta (api)" });
    await submit(".filters button");
    await look();
  },
};
