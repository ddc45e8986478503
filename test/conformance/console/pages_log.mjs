// The event log: its state, its streams, one event, new events as they come, seals and verifications.
export default {
  async log({ page, go, check, picture }) {
    await go("/console/log");
    await picture("log");
    const events = await page.textContent(".figures b");
    check("the number of events", Number(events.replace(/\D/g, "")) > 50, true);
    check("the bars of two days", await page.locator("#rates .bar").count(), 48);
    await go("/console/log?unit=minute");
    check("the bars of an hour", await page.locator("#rates .bar").count(), 60);
    await go("/console/log?unit=day");
    check("the bars of a month", await page.locator("#rates .bar").count(), 30);
    await page.click("#rates summary");
    const days = await page.$$eval("#rates details tbody tr", (rows) => rows.length);
    check("the numbers of a month", days, 30);
    await page.click("#rates th a");
    await page.waitForURL(/\/console\/log\/live\?type=/);
  },

  async streams({ page, go, look, check, picture }) {
    await go("/console/log/streams");
    await picture("log-streams");
    await page.click("tbody a >> text=/^order$/");
    await page.waitForURL(/prefix=order-/);
    await look();
    check("streams of orders", await page.$$eval("tbody th", (cells) => cells.every((c) => c.textContent.startsWith("order-"))), true);
    await page.fill("#prefix", "none-");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".empty");
    await go("/console/log/stream?name=order-1");
    await picture("log-stream");
    check("the oldest event of an order", await page.textContent("tbody tr:last-child .what .soft"), "OrderPlaced");
    await page.click("tbody tr:last-child td:last-child a");
    await page.waitForURL(/log\/event\?at=\d+$/);
    await look();
    await picture("log-event");
    check("the type of the event", (await page.textContent(".split > section:last-child .facts dd")).startsWith("OrderPlaced"), true);
    check("its data", (await page.textContent(".json")).includes('"incrementId"'), true);
    await page.click("a[rel=next]");
    await page.waitForURL(/log\/event\?at=\d+$/);
    await go("/console/log/event?at=999999999", 404);
    await go("/console/log/stream?name=order-999999", 404);
  },

  // tail follows the log while requests of the page itself and a flood of others change the stock, and pauses.
  async tail({ page, go, check, picture, facts, base }) {
    const set = (qty) => page.request.put(`${base}/api/rest/v2/inventory`, {
      headers: { Authorization: `Bearer ${facts.token}` }, data: { sku: "MUG", qty },
    });
    await go("/console/log/live");
    await page.waitForSelector("#tail-state.good");
    await set(70);
    await page.waitForSelector("tbody tr:first-child .what >> text=StockLevelsSet");
    await picture("log-live");
    await page.click("#tail-pause");
    check("the state of a pause", await page.textContent("#tail-state"), "Paused");
    const before = await page.textContent("#tail-count");
    await set(71);
    await page.click("#tail-pause");
    await page.waitForFunction((old) => document.getElementById("tail-count").textContent !== old, before);
    // The events of the pause are there once, at their place.
    const positions = await page.$$eval("tbody tr td:last-child", (cells) => cells.map((c) => Number(c.textContent.replace(/\D/g, ""))));
    check("the order of the rows", positions.every((p, i) => i === 0 || p < positions[i - 1]), true);
    await go("/console/log/live?type=OrderPlaced&actorKind=guest");
    await page.waitForSelector("#tail-state.good");
    check("types that were chosen", await page.$$eval(".what .soft", (all) => all.length > 0 && all.every((c) => c.textContent === "OrderPlaced")), true);
    await set(72);
    check("what does not meet the conditions", await page.textContent("#tail-count"), "0");
  },

  // flood: a tail of 500 events a second for some seconds is counted completely, in a bounded table.
  async flood({ page, go, check, facts, base }) {
    await go("/console/log/live");
    await page.waitForSelector("#tail-state.good");
    await page.evaluate(() => {
      window.longest = 0;
      let last = performance.now();
      const frame = (now) => {
        window.longest = Math.max(window.longest, now - last);
        last = now;
        window.framing = requestAnimationFrame(frame);
      };
      window.framing = requestAnimationFrame(frame);
      window.skipped = 0;
      new MutationObserver((changes) => {
        for (const c of changes) for (const n of c.addedNodes) if (n.dataset?.skipped) window.skipped += Number(n.dataset.skipped);
      }).observe(document.querySelector("tbody"), { childList: true });
    });
    const answer = await page.request.post(`${facts.flood}`, { timeout: 120_000 });
    const { events, seconds } = await answer.json();
    await page.waitForFunction((n) => Number(document.getElementById("tail-count").textContent.replace(/\D/g, "")) >= n, events, { timeout: 60_000 });
    const rows = await page.locator("tbody tr").count();
    check("the rows that stay", rows <= 200, true);
    const { longest, skipped } = await page.evaluate(() => ({ longest: window.longest, skipped: window.skipped }));
    process.stderr.write(`${events} events in ${seconds.toFixed(1)} s, ${skipped} counted and not drawn, ${rows} rows stay, ` +
      `the longest frame took ${longest.toFixed(0)} ms\n`);
  },

  // verifying shows the progress of a verification that another instance carries out, and cancels it.
  async verifying({ page, go, look, check, picture, facts }) {
    await page.request.post(`${facts.flood}/verifying`);
    await go("/console/log/verify");
    check("the progress", await page.getAttribute("progress", "value"), "25");
    check("the rate and the time left", await page.textContent("#verified"), "25,000 of 100,000 events, 2,500 a second, 30s left");
    check("the button of another one", await page.locator("form[action='/console/log/verify']").count(), 0);
    await picture("log-verifying");
    await page.click("form[action='/console/log/verify/cancel'] button");
    await page.waitForSelector("#verifications .note");
    await look();
    await page.request.post(`${facts.flood}/verified`);
    await page.waitForSelector("#verifications tbody .badge.warn");
    check("the result", await page.textContent("#verifications tbody .badge"), "Ended by hand");
    check("the button", await page.locator("form[action='/console/log/verify'] button").count(), 1);
  },

  async seals({ page, go, check, picture }) {
    await go("/console/log/seals");
    await picture("log-seals");
    const archives = await page.$$eval("[aria-label=Archives] tbody tr", (rows) => rows.map((r) => r.innerText.replace(/\s+/g, " ").trim()));
    check("the archives", archives.map((a) => [a.split(" ")[0], a.includes("1 – 1,200"), a.includes("up to position 1,200"),
      a.includes("not yet")]), [["/srv/archive", true, true, false], ["s3://bucket/log", false, false, true]]);
    check("the identifier of the log", /^[0-9a-f-]{36}$/.test(await page.textContent(".facts code")), true);
    await go("/console/log/verify");
    await page.click("form[action='/console/log/verify'] button");
    await page.waitForSelector("#verifications tbody .badge.good");
    check("the result", await page.textContent("#verifications tbody .badge"), "Intact");
    await go("/console/log/verify");
    await picture("log-verify");
  },

  async logInGerman({ page, go, check, picture }) {
    await page.click("button[name=language][value=de]");
    await page.waitForSelector("html[lang=de]");
    for (const [path, title] of [
      ["/console/log", "Log"], ["/console/log/live", "Live"], ["/console/log/streams", "Streams"], ["/console/log/seals", "Siegel"],
      ["/console/log/verify", "Prüfung"],
    ]) {
      await go(path);
      check("the title", await page.textContent("h1"), title);
    }
    await picture("log-verify-de");
    await page.click("button[name=language][value=en]");
    await page.waitForSelector("html[lang=en]");
  },
};
