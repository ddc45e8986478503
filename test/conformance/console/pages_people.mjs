// People: a customer is forgotten, after a page that lists the data that are deleted and kept.
export default {
  async forget({ page, base, facts, go, look, check, submit, picture }) {
    const call = async (method, path, body) => {
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${facts.token}` };
      const answer = await fetch(`${base}/api/rest/v2${path}`, { method, headers, body: body && JSON.stringify(body) });
      return answer.json();
    };
    const { id } = await call("POST", "/customers", { email: "zerlina@example.com", password: "a long password", firstname: "Zerlina",
      lastname: "Quixmark" });
    await go(`/console/customers/${id}/do/forget`);
    await page.fill("[name='field.reason']", "asked for it");
    await submit("button[value=try]");
    const parts = () => page.$$eval("ul.parts li", (rows) => rows.map((r) =>
      ["strong", ".count", ".badge"].map((of) => r.querySelector(of)?.innerText ?? "")));
    const told = await parts();
    const row = (what) => told.find((r) => r[0] === what);
    check("the account", row("Account"), ["Account", "1", "Deleted"]);
    check("the keys", row("Keys"), ["Keys", "1", "Deleted"]);
    check("the streams", row("Streams"), ["Streams", "1", "Kept"]);
    check("what nobody can count", row("Backups"), ["Backups", "", "Kept"]);
    check("what there is none of", row("Orders"), undefined);
    await look();
    await picture("forget");
    check("nothing was done", (await call("GET", `/customers/${id}`)).email, "zerlina@example.com");
    await submit("button[value=do]");
    check("the page after it", new URL(page.url()).pathname, "/console/customers");
    check("the customer", (await call("GET", `/customers/${id}`)).email, undefined);
    await look();
  },
};
