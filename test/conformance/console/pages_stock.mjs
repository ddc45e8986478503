// The ledger of a product, and the stock set one by one and many at once.
export default {
  async stock({ page, go, look, check, submit, picture }) {
    await go("/console/inventory/MUG");
    const before = await page.locator("tbody tr").count();
    await page.click(".acts >> text=Set the stock");
    await page.waitForSelector("[name='field.qty']");
    check("the SKU", await page.inputValue("[name='field.sku']"), "MUG");
    await page.fill("[name='field.qty']", "70");
    await submit("button[value=try]");
    await look();
    await submit("button[value=do]");
    check("the page", new URL(page.url()).pathname, "/console/inventory/MUG");
    check("the entries", await page.locator("tbody tr").count(), before + 1);
    check("who", await page.textContent("tbody tr:first-child td:nth-child(8)"), "greta");
    await look();
    await picture("stock");

    await go("/console/do/inventory.bulk");
    await page.fill("[name='field.items']", "MUG\t60\nHAT;9");
    await submit("button[value=try]");
    check("the results", await page.locator("main form tbody tr").count(), 2);
    await look();
    await submit("button[value=do]");
    await go("/console/inventory/HAT");
    check("what can be sold", await page.textContent("tbody tr:first-child td:nth-child(7)"), "9");
    await go("/console/inventory/NOTHING", 404);
  },
};
