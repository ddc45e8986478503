// The configuration: found, changed after a preview, refused, and taken back.
export default {
  async configuration({ page, go, look, check, submit, picture }) {
    await go("/console/configuration?q=store_information/name");
    await picture("configuration");
    await page.click("a:has-text('general/store_information/name')");
    await page.waitForSelector("#value");
    await page.fill("#value", "A good shop");
    await submit("button[value=try]");
    check("what would change", await page.textContent("tbody td:last-child"), "A good shop");
    await look();
    await submit("button[value=do]");
    check("the value", await page.locator("td:has-text('A good shop')").count(), 1);
    await look();
    await page.click("a:has-text('general/store_information/name')");
    await page.waitForSelector("#value");
    await submit("button[name=remove]");
    await submit("button[value=do]");
    check("the value", await page.locator("td:has-text('A good shop')").count(), 0);
    await go("/console/configuration/edit?path=general/locale/code&scope=default");
    await page.fill("#value", "nonsense");
    await submit("button[value=try]", 400);
    check("the refusal", await page.locator(".problem").count(), 1);
    await look();
  },
};
