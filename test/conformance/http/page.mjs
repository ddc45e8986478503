// Opens the page of the API in a headless document and uses it as a reader does: it searches for an operation, opens all of them, and
// sends requests. Arguments: the URL of the shop, and a token with all permissions. It prints the number of operations that it opened, and
// ends with 1 on a failure.
import assert from 'node:assert/strict';
import { JSDOM, VirtualConsole } from 'jsdom';

const [base, token] = process.argv.slice(2);
const errors = [], asked = [];
let agrees = false; // the reader's answer to the page's question
const virtualConsole = new VirtualConsole();
virtualConsole.on('jsdomError', error => errors.push(String(error.detail ?? error)));

const { window } = await JSDOM.fromURL(base + '/api/docs', {
  runScripts: 'dangerously', pretendToBeVisual: true, virtualConsole,
  beforeParse(window) { // functions that jsdom lacks
    window.fetch = (url, options) => fetch(new URL(url, base), options);
    window.FormData = FormData;
    window.scrollTo = () => {};
    window.confirm = question => { asked.push(question); return agrees; };
    window.Element.prototype.scrollTo = window.Element.prototype.scrollIntoView = () => {};
  },
});
const { document } = window;
const $ = selector => document.querySelector(selector);

// until resolves with the function's first true result; the function is called after each change of the page.
function until(what, get) {
  return new Promise((resolve, reject) => {
    const observer = new window.MutationObserver(look);
    const late = setTimeout(() => { observer.disconnect(); reject(new Error('waiting for ' + what)); }, 60_000);
    function look() {
      const got = get();
      if (!got) return;
      observer.disconnect();
      clearTimeout(late);
      resolve(got);
    }
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });
}

// open shows an operation, as a click on its link does.
async function open(link) {
  const summary = link.querySelector('span:not(.method)').firstChild.textContent;
  window.location.hash = link.hash;
  await until(link.hash, () => link.getAttribute('aria-current') === 'page' && $('main h1')?.textContent === summary);
}

const named = (method, path) => [...document.querySelectorAll('#list a')].find(a =>
  a.querySelector('.method').textContent === method && a.querySelector('.path').textContent === path);
const fire = (element, type) => element.dispatchEvent(new window.Event(type, { bubbles: true, cancelable: true }));

// send sends the form and returns the shown part of the answer.
async function send() {
  const result = $('main form [aria-live]');
  fire($('main form'), 'submit');
  return await until('an answer', () => result.querySelector('.good, .bad') && result.textContent);
}

const command = () => $('main form pre[aria-label=Command]').textContent;

// The menu: titles of operations, groups, search, and folding on a phone.
await until('the menu', () => $('#list a'));
const links = [...document.querySelectorAll('#list a')];
for (const link of links) assert.match(link.textContent, /^(GET|POST|PUT|PATCH|DELETE)[A-Z].*\//, 'a link without summary');
fire(Object.assign($('#search'), { value: 'credit memo' }), 'input');
assert.match($('#count').textContent, /^\d+ of \d+ operations$/);
assert.ok(named('GET', '/credit-memos/{id}') && !named('GET', '/countries'), 'the search');
fire(Object.assign($('#search'), { value: '' }), 'input');
assert.equal(document.querySelectorAll('#list a').length, links.length);
$('#menu').click();
assert.ok($('#operations').classList.contains('open') && $('#menu').getAttribute('aria-expanded') === 'true', 'the open menu');

// Each operation has an example and a command.
const media = name => [...document.querySelectorAll('main h3')].some(h => h.textContent === name);
for (const link of document.querySelectorAll('#list a')) {
  await open(link);
  const sends = $('main form textarea') || $('main form input[id^=part]');
  assert.ok($('main pre[aria-label=Example]') || /No body\./.test($('main').textContent) || !media('application/json'), link.hash + ' has no example');
  assert.ok(!$('main form textarea') || JSON.parse($('main form textarea').value), link.hash + ': the body');
  assert.match(command(), /^curl -i .*'http/s, link.hash);
  assert.doesNotMatch(command(), /\{\w+\}'|undefined|null \\/, link.hash);
  assert.equal(/ -d | -F /.test(command()), Boolean(sends?.value), link.hash + ': ' + command());
  // No writing operation has the number of a thing filled in, or overrides a check.
  const writes = link.querySelector('.method').textContent !== 'GET';
  const inPath = [...document.querySelectorAll('main form label')].filter(l => / path$/.test(l.textContent)).map(l => $('#' + l.htmlFor));
  assert.ok(!writes || inPath.every(input => input.value === ''), link.hash + ' has an identifier filled in');
  assert.doesNotMatch($('main form textarea')?.value ?? '', /"force": true|"(id|\w+Id)": *["\d]|"(ids|\w+Ids)": *\[\s*["\d]|"sku": *"[^"]/, link.hash + ': the body');
}
assert.ok(!$('#operations').classList.contains('open') && $('#menu').getAttribute('aria-expanded') === 'false', 'the menu is folded after a choice');

// Requests: one for everybody, one that needs a token, one that writes.
await open(named('GET', '/countries/{id}'));
assert.match(await send(), /^200 OK in \d+ ms/);
await open(named('GET', '/customers'));
assert.match(await send(), /^401 /);
$('#token').value = token;
fire($('main form input, main form select'), 'input');
assert.match(await send(), /^200 OK in \d+ ms/);
assert.ok(command().includes('Bearer $TOKEN') && !command().includes(token), 'the command names the token and does not have it');
await open(named('POST', '/customer-groups'));
fire(Object.assign($('main form textarea'), { value: '{"code":"Readers"}' }), 'input');
assert.ok(command().includes(`-d '{"code":"Readers"}'`), command());
assert.match(await send(), /^201 .*Readers/s);
assert.match(await send(), /^4\d\d /); // it exists
// The page asks before it ends something or refunds money. Without consent, or without a named thing, nothing is sent.
for (const [method, path] of [['POST', '/customers/{id}/forget'], ['POST', '/orders/{id}/cancel'], ['POST', '/orders/{orderId}/credit-memos'], ['DELETE', '/customer-groups/{id}']]) {
  await open(named(method, path));
  assert.match(await send(), /^Nothing was sent\. Fill in /, method + ' ' + path);
  assert.deepEqual(asked, []);
  fire(Object.assign($('#field0'), { value: '999999' }), 'input');
  assert.match(await send(), /^Nothing was sent\.$/, method + ' ' + path);
  assert.equal(asked.length, 1, method + ' ' + path);
  assert.match(asked.pop(), /999999.*Send it\?$/);
}
agrees = true;
assert.match(await send(), /^404 /);
assert.deepEqual(errors, []);
console.log(links.length);
window.close();
