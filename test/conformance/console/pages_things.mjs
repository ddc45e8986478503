// Things of all kinds with long names, their buttons, German and wide pages, refusals, and printing.
const long = "EXTRAORDINARILY-LONG-ARTICLE-NUMBER-OF-A-SUPPLIER-0123456789-ABC";

// things creates one thing of each of some kinds and returns their pages.
async function things({ base, facts, check }) {
  const make = async (path, body) => {
    const answer = await fetch(`${base}/api/rest/v2${path}`, {
      method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${facts.token}` }, body: JSON.stringify(body),
    });
    const made = await answer.json();
    check(`what ${path} answers: ${JSON.stringify(made).slice(0, 200)}`, answer.status, 201);
    return made.id;
  };
  const name = `${"Donaudampfschifffahrtsgesellschaftskapitänsmützenhalter".repeat(2)} and a holder`;
  return {
    product: await make("/products", { sku: long, name, price: 19.5, weight: 1, description: `<p>${name}</p><ul><li>One</li></ul>` }),
    customer: await make("/customers", {
      email: `${"a-very-long-address.of-somebody".repeat(2)}@example.com`, password: "a long password", firstname: name.slice(0, 60), lastname: "Archer",
    }),
    giftcard: await make("/giftcards", { balance: 10, websiteIds: [1] }),
    category: await make("/categories", { name, parentId: 2 }),
    group: await make("/customer-groups", { code: "Friends of the house", taxClassId: 3 }),
  };
}

export default {
  async things(v) {
    const { page, go, look, check, picture } = v;
    const made = await things(v);
    await go(`/console/products/${made.product}`);
    await picture("product");
    // The other buttons are reached by the keyboard.
    await page.focus(".more summary");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".more[open]");
    await page.keyboard.press("Tab");
    check("where the focus is", await page.evaluate(() => document.activeElement.closest(".sheet") !== null), true);
    check("parts of other products", await page.locator("a[href*='bundle-options']").count(), 0);
    await look();
    await picture("product-more");
    for (const path of ["part/tier-prices", "do/put-tier-prices", "do/edit", "part/media", "timeline"]) await go(`/console/products/${made.product}/${path}`);
    await go(`/console/inventory/${long}`);
    await picture("stock-long");
    await go("/console/do/inventory.put");
    for (const [kind, id] of [["customers", made.customer], ["giftcards", made.giftcard], ["categories", made.category], ["customer-groups", made.group]]) {
      await go(`/console/${kind}/${id}`);
      await picture(kind);
      await go(`/console/${kind}/${id}/do/edit`);
    }
    for (const kind of ["products", "coupons", "cms-pages", "categories"]) await go(`/console/new/${kind}`);

    // All of it in German, on a phone and in a very wide window.
    const german = await v.login(v.facts.username, v.facts.password, { locale: "de-DE" });
    check("the language", await german.page.getAttribute("html", "lang"), "de");
    const menu = await german.page.$$eval("nav.menu a", (links) => links.map((a) => a.getAttribute("href")));
    const pages = [
      `/console/products/${made.product}`, `/console/products/${made.product}/do/edit`, `/console/products/${made.product}/part/tier-prices`,
      `/console/customers/${made.customer}`, `/console/giftcards/${made.giftcard}`, `/console/inventory/${long}`, "/console/do/inventory.put",
      `/console/orders/${v.facts.paid}`, `/console/orders/${v.facts.paid}?at=1`, `/console/orders/${v.facts.paid}/timeline`,
      `/console/orders/${v.facts.paid}/do/credit-memos`, `/console/orders/${v.facts.paid}/do/shipments`, `/console/orders?search=nothing+at+all`,
      "/console/engine/reactions", "/console/engine/receivers", "/console/engine/installation",
      "/console/engine/projector?name=orders", "/console/configuration/edit?path=general/store_information/name&scope=default", "/console/account",
      "/console/find?q=mug",
    ];
    for (const path of [...menu, ...pages]) await german.glance(path);
    await german.go(`/console/orders/${v.facts.paid}?at=1`);
    await german.picture("order-german");
    await german.context.close();
  },

  async refused({ go, login, facts, picture, page, check }) {
    await go("/console/products/1/part/bundle-options", 400);
    check("the refusal", await page.textContent("main p"), "Product is not a bundle product");
    await picture("refused");
    const reader = await login("rita", facts.reader);
    await reader.go("/console/customers", 403);
    await reader.context.close();
  },

  // A printed page has its content, in black, without the parts that only a screen needs.
  async paper({ page, facts, glance, check }) {
    for (const path of [`/console/orders/${facts.paid}`, "/console/orders", "/console/inventory/MUG", "/console/log", "/console/log/live"]) {
      await glance(path);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const seen = await page.evaluate(() => ({
        shown: [...document.querySelectorAll(".top, .menu, .acts, .filters, .tabs, .crumbs, main button, main .button, main input")]
          .filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80)),
        colours: [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color],
        title: document.querySelector("h1").checkVisibility(),
      }));
      check("what paper shows", seen, { shown: [], colours: ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], title: true });
      await page.emulateMedia({ media: "screen", colorScheme: "light" });
    }
  },
};
