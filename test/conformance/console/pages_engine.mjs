// The engine: projectors with their lags and jobs, reactions with parked events, webhooks and relays, instances and backups.
export default {
  async engine({ page, go, check, look, picture, submit }) {
    await go("/console/engine");
    check("the tabs", await page.$$eval(".tabs a", (links) => links.map((a) => a.textContent)),
      ["Projectors", "Reactions", "Webhooks and relays", "Installation"]);
    check("the state of the orders", await page.textContent("tr:has(#to-orders) .badge"), "Running");
    await page.waitForSelector("tr:has(#to-orders) svg.spark"); // two samples, and the page fetches itself again
    await picture("engine");

    await page.click("#to-orders");
    await page.waitForSelector("svg.chart");
    check("the pictures", await page.$$eval("svg.chart", (all) => all.map((svg) => svg.getAttribute("aria-label").startsWith("In the last hour at most"))),
      [true, true]);
    check("what can be done", await page.$$eval(".acts a", (links) => links.map((a) => a.textContent)), ["Rebuild", "Verify"]);
    for (const [act, kind] of [["Verify", "Verify"], ["Rebuild", "Rebuild"], ["Roll back", "Roll back"]]) {
      await page.click(`.acts >> text="${act}"`);
      await page.waitForSelector("form[action='/console/engine/confirm']");
      await look();
      await submit("form[action='/console/engine/confirm'] button");
      await page.waitForSelector(".done");
      await page.waitForSelector(`tbody tr:first-child:has(th:text-is("${kind}")):has(.badge:text-is("Done"))`); // by itself
    }
    check("the verification", await page.textContent("tbody tr:nth-child(3) td p.soft"), "No differences");
    await look();
    await picture("engine-projector");
  },

  async parked({ page, go, check, look, picture, submit }) {
    await go("/console/engine/reactions");
    const rows = () => page.$$eval("#parked tbody tr", (all) => all.map((r) => r.cells[0].textContent + " " + r.cells[2].textContent));
    check("the parked events", await rows(), ["attach-orders order-9001", "attach-orders order-9001", "webhooks webhook-9001"]);
    check("what can be done", await page.locator("#parked tbody a").count(), 4); // with the first of each stream
    await picture("engine-reactions");
    await page.click("#parked tbody tr:nth-child(1) >> text=Retry");
    await page.waitForSelector("form[action='/console/engine/confirm']");
    await look();
    await submit("form[action='/console/engine/confirm'] button");
    check("a retry in vain", (await page.textContent(".problem")).startsWith("0 events were handled. The next one failed again:"), true);
    await look();
    await go("/console/engine/reactions");
    await page.click("#parked tbody tr:nth-child(1) >> text=Skip");
    await page.fill("#reason", "Sent by hand");
    await look();
    await picture("engine-skip");
    await submit("button.danger");
    check("what was done", await page.textContent(".done"), "The event was skipped");
    check("what is left", await rows(), ["attach-orders order-9001", "webhooks webhook-9001"]);
  },

  async installation({ page, go, check, picture, submit }) {
    await go("/console/engine/receivers");
    check("the webhook", (await page.textContent("table tbody th")).trim(), "ERP");
    check("the relay", await page.textContent("section:last-of-type tbody th"), "warehouse");
    await picture("engine-receivers");
    await go("/console/engine/installation");
    check("the instance", await page.textContent("#installation section:nth-of-type(2) tbody .badge.good"), "Running");
    check("the backups", await page.$$eval("#installation section:nth-of-type(3) tbody tr", (all) => all.map((r) => r.cells[1].textContent)),
      ["dump of the database", "dump of the database"]);
    await picture("engine-installation");
    await submit("button[name=language][value=de]");
    await go("/console/engine/installation");
    check("the title", await page.textContent("#installation h2"), "Das Log");
    await go("/console/engine");
    await picture("engine-german");
  },

  // An auditor sees trails, and no engine.
  async auditor({ login, facts }) {
    const v = await login("audrey", facts.auditor);
    v.check("the navigation", await v.page.locator("nav.menu a[href='/console/engine']").count(), 0);
    await v.go("/console/engine", 403);
    await v.go("/console/engine/confirm?act=rebuild&projector=orders", 403);
    await v.context.close();
    const reader = await login("rita", facts.reader);
    await reader.go("/console/engine");
    await reader.go("/console/engine/projector?name=orders");
    reader.check("the buttons", await reader.page.locator(".acts").count(), 0);
    await reader.go("/console/engine/reactions");
    reader.check("the buttons", await reader.page.locator("#parked a").count(), 0);
    await reader.context.close();
  },
};
