// Connects the official TypeScript client to a shop by its URL alone. A person logs in and decides in a browser. It prints the results.
//
//   node connect.mjs CHROMIUM URL USER PASSWORD PICTURES
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';

const [executablePath, url, user, password, pictures] = process.argv.slice(2);
const seen = { complaints: [], elsewhere: [] };

// The program's own server, to which the browser comes back.
let arrived;
const callback = createServer((request, response) => {
  const at = new URL(request.url, 'http://127.0.0.1');
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><link rel="icon" href="data:,"><title>Back</title>');
  if (at.pathname === '/callback') arrived(at.searchParams);
});
await new Promise((done) => callback.listen(0, '127.0.0.1', done));
const redirect = `http://127.0.0.1:${callback.address().port}/callback`;

// provider keeps the client's data in memory.
function provider() {
  const kept = {};
  return {
    kept,
    redirectUrl: redirect,
    clientMetadata: { client_name: 'Test assistant', redirect_uris: [redirect], token_endpoint_auth_method: 'none' },
    state: () => 'a-state',
    clientInformation: () => kept.client,
    saveClientInformation: (c) => { kept.client = c; },
    tokens: () => kept.tokens,
    saveTokens: (t) => { kept.tokens = t; },
    redirectToAuthorization: (to) => { kept.to = to; },
    saveCodeVerifier: (v) => { kept.verifier = v; },
    codeVerifier: () => kept.verifier,
  };
}

const connection = (authProvider) => new StreamableHTTPClientTransport(new URL(url), { authProvider });
const client = () => new Client({ name: 'test-assistant', version: '1.0' });

// asks connects without a token, and returns the URL to which the client sends the person.
async function asks(authProvider) {
  const transport = connection(authProvider);
  try {
    await client().connect(transport);
  } catch (e) {
    if (e instanceof UnauthorizedError) return transport;
    throw e;
  }
  throw new Error('the client was not asked to log in');
}

const profile = await mkdtemp(join(tmpdir(), 'tradelog-browser-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath, headless: true, viewport: { width: 1200, height: 900 }, locale: 'en-GB',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
const page = await browser.newPage();
page.on('console', (m) => m.type() === 'error' && seen.complaints.push(m.text()));
page.on('pageerror', (e) => seen.complaints.push(e.message));
const own = [new URL(url).origin, new URL(redirect).origin];
page.on('request', (r) => !r.url().startsWith('data:') && !own.includes(new URL(r.url()).origin) && seen.elsewhere.push(r.url()));

// look takes pictures of the page on a phone and on a desktop, light and dark, and notes parts that are too wide.
seen.tooWide = [];
async function look(name) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 1200]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) seen.tooWide.push(`${name} ${width}`);
      await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
}

async function logIn(withPassword) {
  await page.fill('input[name=username]', user);
  await page.fill('input[name=password]', withPassword);
  await page.click('button');
}

// The account allows another set than the client requests.
const kind = provider();
const transport = await asks(kind);
seen.asked = kind.kept.to.searchParams.get('scope');
await page.goto(kind.kept.to.href);
await look('login');
await logIn('wrong');
seen.wrong = await page.locator('[role=alert]').innerText();
await look('wrong');
await logIn(password);
seen.account = await page.locator('strong').first().innerText();
seen.chosen = await page.locator('input[name=set]:checked').getAttribute('value');
await look('decision');
await page.locator('input[value=fulfilment]').check();
await page.locator('.set:has(:checked) summary').click();
await look('chosen');
let back = new Promise((done) => { arrived = done; });
await page.locator('button[value=allow]').click();
let told = await back;
seen.state = told.get('state');
seen.issuer = told.get('iss');
await transport.finishAuth(told.get('code'));
seen.scope = kind.kept.tokens.scope;

const tools = async () => {
  const c = client();
  await c.connect(connection(kind));
  const all = (await c.listTools()).tools.map((t) => t.name);
  await c.close();
  return all;
};
seen.tools = await tools();
// A token that the shop refuses is renewed without the person.
const first = kind.kept.tokens;
kind.kept.tokens = { ...first, access_token: 'not.a.token' };
seen.again = (await tools()).length;
seen.renewed = kind.kept.tokens.refresh_token !== first.refresh_token;

// The account denies.
const unkind = provider();
await asks(unkind);
await page.goto(unkind.kept.to.href);
await logIn(password);
back = new Promise((done) => { arrived = done; });
await page.locator('button[value=deny]').click();
told = await back;
seen.denied = told.get('error');
await page.waitForURL(`${redirect}*`);

// In German, and a link that leads nowhere.
await browser.close();
const fresh = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const german = await fresh.newPage({ locale: 'de-DE', viewport: { width: 360, height: 900 } });
await german.goto(unkind.kept.to.href);
await german.fill('input[name=username]', user);
await german.fill('input[name=password]', password);
await german.screenshot({ path: join(pictures, 'german-login.png'), fullPage: true });
await german.click('button');
seen.german = await german.locator('legend').innerText();
await german.screenshot({ path: join(pictures, 'german.png'), fullPage: true });
unkind.kept.to.searchParams.set('redirect_uri', 'https://evil.example/');
await german.goto(unkind.kept.to.href);
seen.failed = await german.locator('p').innerText();
await german.screenshot({ path: join(pictures, 'failed.png'), fullPage: true });

console.log(JSON.stringify(seen));
await fresh.close();
callback.close();
callback.closeAllConnections();
await rm(profile, { recursive: true, force: true });
