// The page of an order: its timeline, its past, its next steps, its printed documents and its receipt.
export default {
  async order({ page, go, look, check, facts, picture, submit }) {
    await go(`/console/orders/${facts.order}`);
    await page.waitForSelector("#papers a[href$='/file/packing-slip']");
    const steps = () => page.$$eval(".acts a", (links) => links.map((a) => a.textContent));
    check("what can be done", await steps(), ["Invoice", "Ship", "Put on hold", "Cancel order", "Comment"]);
    await page.click(".acts >> text=Put on hold");
    await page.fill("[name='field.reason']", "The address is odd");
    await submit("button[value=try]");
    check("what would happen", await page.textContent("form li"), "Put on hold: The address is odd");
    await look();
    await submit("button[value=do]");
    check("what can be done", await steps(), ["Release from hold", "Comment"]);
    await page.click(".timeline li:first-child summary");
    await look();
    await picture("order");

    // The slider goes back to the placement, and the page marks the differences.
    await page.locator("#at").evaluate((at) => {
      at.value = "1";
      at.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.waitForSelector("#shown.warning");
    check("the state then", await page.textContent("mark.then .badge"), "New");
    check("the state now", (await page.textContent(".meta .later")).trim(), "now On hold");
    await look();
    await picture("order-then");

    await page.click("[data-verify]");
    await page.waitForSelector("#verdict.done, #verdict.problem");
    check("the receipt", (await page.textContent("#verdict")).startsWith("The receipt holds."), true);
  },

  // Changes of another client appear without a reload.
  async live({ page, go, facts, base, check }) {
    const live = page.waitForResponse((r) => r.url().includes("/console/live"));
    await go(`/console/orders/${facts.other}`);
    await live;
    const answer = await fetch(`${base}/api/rest/v2/orders/${facts.other}/comments`, {
      method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${facts.token}` },
      body: JSON.stringify({ comment: "Called the buyer" }),
    });
    check("the comment", answer.status, 201);
    await page.waitForSelector("text=Comment: Called the buyer");
  },

  async refund({ page, go, look, check, facts, submit }) {
    await go(`/console/orders/${facts.paid}/do/credit-memos`);
    await page.fill("fieldset.wide input >> nth=0", "1");
    await submit("button[value=try]");
    await look();
    check("the shipping", await page.textContent(".notes li"), "The whole shipping amount of $10.00 is refunded with this first credit memo.");
    check("the memo", await page.locator("main form dt:has-text('Grand total')").count() > 0, true);
    await submit("button[value=do]");
    await page.waitForSelector("#papers a[href*='/console/credit-memos/']");
  },
};
