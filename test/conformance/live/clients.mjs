// Follows a stream of events with a client of others, and prints "open" for each connection, and the data of each event. Arguments: the
// client (npm, node or chromium), the URL, and the path of Chromium. It ends with its standard input.
import { EventSource as npm } from 'eventsource';
import { chromium } from 'playwright-core';

const [client, url, executablePath] = process.argv.slice(2);
const print = line => process.stdout.write(line + '\n');

function follow(EventSource, url, print) {
  const source = globalThis.source = new EventSource(url);
  source.onopen = () => print('open');
  source.onmessage = event => print(event.data);
  source.onerror = () => { if (source.readyState === source.CLOSED) print('closed'); };
}

if (client === 'chromium') {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  await page.exposeFunction('print', print);
  await page.goto(new URL('/', url).href);
  await page.evaluate(`(${follow})(EventSource, ${JSON.stringify(url)}, print)`);
} else {
  follow(client === 'npm' ? npm : EventSource, url, print);
}
process.stdin.resume().on('end', () => process.exit());
