// Drives the console in Chromium. Each module pages_*.mjs exports an object of scenarios by name; each gets a browser that is logged in:
//
//	page    Playwright's page, at the first page of the console
//	go      go(path) opens a page and checks it: no error, no request elsewhere, nothing too wide, no violation that axe finds
//	glance  glance(path) opens a page and checks the same without axe, and a very wide window
//	check   check(what, got, want) fails the test unless both are the same
//	picture picture(name) takes pictures of the page, if they are requested: light, dark and of a phone
//	facts   the test's data about the shop
//	login   login(username, password) is another browser that is logged in, with the same functions
//
// It prints the results as JSON. usage: node drive.mjs CHROMIUM URL PICTURES FACTS [SCENARIO]
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [program, base, pictures, factsText, only] = process.argv.slice(2);
const facts = JSON.parse(factsText);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
const failures = [];
const seen = new Set();
const phone = { width: 360, height: 740 };
const wide = { width: 1280, height: 900 };
const widest = { width: 2560, height: 1200 };

async function visitor(username, password, options = {}) {
  const context = await browser.newContext({ viewport: wide, locale: "en-US", bypassCSP: false, ...options });
  const page = await context.newPage();
  const fail = (text) => failures.push(`${page.url().replace(base, "")}: ${text}`);
  let expected = 0; // answers that may fail
  page.on("console", (m) => {
    if (["error", "warning"].includes(m.type()) && !(expected > 0 && /status of 4\d\d/.test(m.text()))) fail(`the browser says ${m.text()}`);
  });
  page.on("pageerror", (e) => fail(`a script fails: ${e.message}`));
  page.on("request", (r) => {
    if (!r.url().startsWith(base + "/") && !r.url().startsWith("data:")) fail(`asks ${r.url()}`);
  });
  const check = (what, got, want) => {
    if (JSON.stringify(got) !== JSON.stringify(want)) fail(`${what} is ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  };
  const fit = async (sizes) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) fail(`is ${over} pixels too wide for ${size.width}`);
    }
    await page.setViewportSize(wide);
  };
  const look = async () => {
    await fit([wide, phone]);
    await page.evaluate(axe);
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const found = await page.evaluate(async (scheme) => {
        const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
        // Only colours differ in the dark.
        const { violations } = await window.axe.run(document, { runOnly: scheme === "dark" ? ["color-contrast"] : tags });
        return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
      }, scheme);
      for (const f of found) fail(`axe, ${scheme}: ${f}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    seen.add(new URL(page.url()).pathname);
  };
  const open = async (path, status, examine) => {
    expected = status >= 400 ? 1 : 0;
    const answer = await page.goto(base + path, { waitUntil: "load" });
    check("the status", answer.status(), status);
    await examine();
    expected = 0;
  };
  const go = (path, status = 200) => open(path, status, look);
  const glance = (path, status = 200) => open(path, status, () => fit([phone, widest]));
  const picture = async (name) => {
    if (!pictures) return;
    for (const [kind, size, scheme] of [["light", wide, "light"], ["dark", wide, "dark"], ["phone", phone, "light"]]) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${pictures}/${name}-${kind}.png`, fullPage: true });
    }
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: "light" });
  };
  // submit presses a button of a form and waits for the page that follows, which may be a refusal.
  const submit = async (selector, status = 200) => {
    expected = status >= 400 ? 1 : 0;
    const [answer] = await Promise.all([page.waitForNavigation({ waitUntil: "load" }), page.click(selector)]);
    if (expected) check("the status", answer.status(), status);
  };
  await page.goto(base + "/console/login");
  if (username) {
    await page.fill("#username", username);
    await page.fill("#password", password);
    await submit("form[action='/console/login'] button");
  }
  return { page, context, go, glance, look, check, picture, submit, facts, base, login: visitor };
}

for (const file of readdirSync(new URL(".", import.meta.url)).filter((name) => /^pages_.*\.mjs$/.test(name)).sort()) {
  const { default: scenarios } = await import(`./${file}`);
  for (const [name, run] of Object.entries(scenarios)) {
    if (only && only !== name) continue;
    const began = performance.now();
    const v = await visitor(facts.username, facts.password);
    try {
      await run(v);
    } catch (e) {
      failures.push(`${name}: ${e.message.split("\n").slice(0, 4).join(" ")}`);
    }
    await v.context.close();
    process.stderr.write(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  }
}
await browser.close();
console.log(JSON.stringify({ failures, seen: [...seen].sort() }));
