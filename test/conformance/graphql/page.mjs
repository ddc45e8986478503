// Opens GraphiQL in a browser, runs the initial query, follows an order, and prints the results.
//
//   node page.mjs CHROMIUM URL TOKEN ORDER PICTURE
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [executablePath, url, token, order, picture] = process.argv.slice(2);
const profile = await mkdtemp(join(tmpdir(), 'tradelog-browser-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath, headless: true, viewport: { width: 1200, height: 800 },
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
const seen = { complaints: [], elsewhere: [] };
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && seen.complaints.push(m.text()));
page.on('pageerror', (e) => seen.complaints.push(e.message));
page.on('request', (r) => new URL(r.url()).origin !== new URL(url).origin && !r.url().startsWith('data:') && seen.elsewhere.push(r.url()));

const run = () => page.locator('.graphiql-execute-button').click();
const result = (text) => page.locator('.result-window', { hasText: text }).waitFor({ timeout: 30_000 });

await page.goto(url);
await page.locator('.graphiql-query-editor').waitFor({ timeout: 30_000 });
await run();
await result('totalCount');
seen.first = await page.locator('.result-window').innerText();
await page.locator('[aria-label="Show Documentation Explorer"]').click();
await page.getByText('Root Types').waitFor({ timeout: 30_000 });
await page.screenshot({ path: picture });

// The editors are those of the query, of variables and of headers.
const write = (editor, text) => page.evaluate(([n, value]) => {
  document.querySelectorAll('.graphiql-editor .CodeMirror')[n].CodeMirror.setValue(value);
}, [editor, text]);
await write(2, JSON.stringify({ Authorization: `Bearer ${token}` }));
await write(0, `subscription { orderChanged(id: "/api/rest/v2/orders/${order}") { state } }`);
await run();
await result('new');
seen.followed = true;
console.log(JSON.stringify(seen));
await context.close();
await rm(profile, { recursive: true, force: true });
