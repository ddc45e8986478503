// The login, the frame of every page, and the pages that every resource has.
export default {
  async login({ page, check, login, picture }) {
    check("the first page", new URL(page.url()).pathname, "/console");
    check("the account", await page.textContent(".account .name"), "greta");
    const stranger = await login();
    await picture("today");
    await stranger.look();
    await stranger.picture("login");
    await stranger.page.fill("#username", "greta");
    await stranger.page.fill("#password", "wrong");
    await stranger.submit("form[action='/console/login'] button");
    stranger.check("a wrong password", await stranger.page.textContent(".problem"), "The user name or the password is wrong.");
    await stranger.page.goto(stranger.base + "/console/orders?state=new");
    stranger.check("a page without a login", new URL(stranger.page.url()).pathname, "/console/login");
    await stranger.page.fill("#username", stranger.facts.username);
    await stranger.page.fill("#password", stranger.facts.password);
    await stranger.submit("form[action='/console/login'] button");
    stranger.check("the page after the login", new URL(stranger.page.url()).search, "?state=new");
    await stranger.submit("form[action='/console/logout'] button");
    await stranger.page.goto(stranger.base + "/console");
    stranger.check("a page after the logout", new URL(stranger.page.url()).pathname, "/console/login");
    await stranger.context.close();
  },

  async lists({ page, go }) {
    await go("/console");
    const paths = await page.$$eval("nav.menu a", (links) => links.map((a) => a.getAttribute("href")));
    for (const path of paths) await go(path);
  },

  async palette({ page, look, check }) {
    await page.keyboard.press("Control+k");
    await page.fill("#palette input", "Tax cl");
    await page.waitForSelector("#found li:first-child a[href='/console/tax-classes']");
    await look();
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    check("what the palette opens", new URL(page.url()).pathname, "/console/tax-classes");
  },

  async record({ page, go, look, check, submit, picture }) {
    await go("/console/new/tax-classes");
    await page.fill("[name='field.className']", "Books");
    await page.selectOption("[name='field.classType']", "PRODUCT");
    await submit("button[value=try]");
    await look();
    await submit("button[value=do]");
    check("what was done", await page.textContent(".done"), "Done: Tax classes: New");
    check("the title", await page.textContent("h1"), "Books");
    await look();
    await page.click(".acts >> text=Edit");
    await page.waitForSelector("[name='field.className']");
    await page.fill("[name='field.className']", "Printed books");
    await submit("button[value=try]");
    const changes = await page.$$eval("main tbody tr", (rows) => rows.map((r) => r.innerText.replace(/\s+/g, " ").trim()));
    check("what would change", changes.some((c) => c === "Class name Books Printed books"), true);
    await look();
    await picture("form");
    await submit("button[value=change]");
    check("what was typed", await page.inputValue("[name='field.className']"), "Printed books");
    await submit("button[value=try]");
    await submit("button[value=do]");
    check("the title", await page.textContent("h1"), "Printed books");
    await page.click(".timeline summary");
    await look();
    await picture("record");
    await page.click(".acts >> text=Delete");
    await page.waitForSelector("button[value=try]");
    await submit("button[value=try]");
    await submit("button[value=do]");
    check("the page after it", new URL(page.url()).pathname, "/console/tax-classes");
  },

  async language({ page, check, submit, go }) {
    await submit("button[name=language][value=de]");
    check("the language", await page.getAttribute("html", "lang"), "de");
    await go("/console/orders");
    check("the title", await page.textContent("h1"), "Bestellungen");
    await submit("button[name=theme][value=dark]");
    check("the colours", await page.getAttribute("html", "data-theme"), "dark");
  },

  async missing({ go }) {
    await go("/console/nothing", 404);
    await go("/console/orders/999999", 404);
  },
};
