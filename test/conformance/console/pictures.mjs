// Takes the pictures of the README: an order in its past, and the first page. usage: node pictures.mjs CHROMIUM CONSOLE USER KEY DIRECTORY
import { chromium } from "playwright-core";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

const [program, base, username, password, directory] = process.argv.slice(2);
const most = 150 * 1024; // bytes of a picture
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", colorScheme: "light", reducedMotion: "reduce" });
const page = await context.newPage();
const desk = await (await browser.newContext()).newPage(); // without the policy of the console, which forbids requests of scripts
await page.goto(base);
await page.fill("#username", username);
await page.fill("#password", password);
await Promise.all([page.waitForURL(base), page.click("form[action='/console/login'] button")]);

await page.waitForSelector("#part-work .figure");
await page.waitForSelector("#part-standing .figure");
await take("today");

await page.goto(`${base}/orders?state=complete`);
const newest = await page.getAttribute("#rows tbody a", "href");
await page.goto(new URL(`${newest}?at=2`, base).href);
await page.waitForSelector("#papers li");
await take("order");
await browser.close();

// take stores a picture of the window with few colours, so that the file is small.
async function take(name) {
  const shot = await page.screenshot();
  const path = join(directory, `${name}.png`);
  writeFileSync(path, await reduced(shot));
  const size = statSync(path).size;
  if (size > most) throw new Error(`${path} has ${size} bytes, more than ${most}`);
  console.log(`${path}: ${size} bytes`);
}

// reduced writes a picture with a palette of the 256 most frequent colours of its pixels. Each other colour, such as one at the edge of
// a letter, becomes the nearest of these.
async function reduced(shot) {
  const { width, height, pixels } = await desk.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext("2d");
    drawing.drawImage(bitmap, 0, 0);
    return { width: bitmap.width, height: bitmap.height, pixels: [...new Uint32Array(drawing.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)] };
  }, shot.toString("base64"));
  const counts = new Map();
  for (const p of pixels) counts.set(p, (counts.get(p) ?? 0) + 1);
  const palette = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, 256);
  const parts = (p) => [p & 255, (p >> 8) & 255, (p >> 16) & 255]; // red, green, blue
  const colours = palette.map(parts);
  const places = new Map(palette.map((p, i) => [p, i]));
  for (const p of counts.keys()) {
    if (places.has(p)) continue;
    const [r, g, b] = parts(p);
    let best = 0;
    let least = Infinity;
    colours.forEach(([cr, cg, cb], i) => {
      const far = (r - cr) ** 2 + (g - cg) ** 2 + (b - cb) ** 2;
      if (far < least) [best, least] = [i, far];
    });
    places.set(p, best);
  }
  const rows = Buffer.alloc((width + 1) * height); // each begins with its filter, which is none
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(pixels[y * width + x]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // a palette's index of eight bits for each pixel
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", header), chunk("PLTE", Buffer.from(colours.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0)),
  ]);
}

// chunk writes a part of a PNG file.
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc(body), body.length + 4);
  return framed;
}

function crc(bytes) {
  let c = 0xffffffff;
  for (const b of bytes) {
    c ^= b;
    for (let i = 0; i < 8; i++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  }
  return (c ^ 0xffffffff) >>> 0;
}
