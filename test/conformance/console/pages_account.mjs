// The page of one's own account: a second factor is set up and required, and the password is changed.
import { createHmac } from "node:crypto";
import jsQR from "jsqr";

// code returns the code that an authenticator app shows (RFC 6238). later is a number of periods of 30 seconds.
function code(secret, later) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replace(/=+$/, "")].map((c) => alphabet.indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((b) => parseInt(b, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + later));
  const sum = createHmac("sha1", key).update(step).digest();
  const at = sum[19] & 15;
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1000000).padStart(6, "0");
}

// scanned reads the QR code of a page from the pixels that the browser shows.
async function scanned(page) {
  const png = [...(await page.locator("svg.qr").screenshot())];
  const { data, width, height } = await page.evaluate(async (png) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(png)], { type: "image/png" }));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    const pixels = canvas.getImageData(0, 0, picture.width, picture.height);
    return { data: [...pixels.data], width: pixels.width, height: pixels.height };
  }, png);
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data;
}

export default {
  async key({ page, go, check }) {
    await go("/console/account");
    check("the account", await page.textContent("main h2"), "greta");
    check("forms", await page.locator("main form").count(), 0);
  },

  async account({ facts, login }) {
    const anna = await login(facts.user, facts.userPassword);
    const { page, go, look, check, submit, picture } = anna;
    await go("/console/account");
    await page.fill("#prove", "wrong");
    await submit("form[action$=prepare] button");
    check("a wrong password", await page.textContent(".problem"), "The present password is wrong.");
    await page.fill("#prove", facts.userPassword);
    await submit("form[action$=prepare] button");
    const secret = await page.textContent("main code");
    await look();
    await picture("second-factor");
    check("what the QR code says", await scanned(page), await page.getAttribute("main a[href^='otpauth:']", "href"));
    await page.fill("#code", "000000");
    await submit("form[action$='/on'] button");
    check("a wrong code", await page.textContent(".problem"), "The code is wrong or was used before.");
    await page.fill("#code", code(secret, -1));
    await submit("form[action$='/on'] button");
    check("what was done", await page.textContent(".done"), "The second factor is on.");
    await look();
    await picture("account");
    await submit("form[action='/console/logout'] button");
    await page.fill("#username", facts.user);
    await page.fill("#password", facts.userPassword);
    await submit("form[action='/console/login'] button");
    await look();
    await page.fill("#username", facts.user);
    await page.fill("#password", facts.userPassword);
    await page.fill("#code", code(secret, 0));
    await submit("form[action='/console/login'] button");
    check("the page after the login", new URL(page.url()).pathname, "/console");
    await go("/console/account");
    await page.fill("#code", code(secret, 1));
    await submit("form[action$=off] button");
    check("what was done", await page.textContent(".done"), "The second factor is off.");
    await page.fill("#current", facts.userPassword);
    await page.fill("#new", "battery staple");
    await page.fill("#again", "another");
    await submit("form[action$='account/password'] button");
    check("two passwords", await page.textContent(".problem"), "The two new passwords differ");
    await page.fill("#current", facts.userPassword);
    await page.fill("#new", "battery staple");
    await page.fill("#again", "battery staple");
    await submit("form[action$='account/password'] button");
    check("the page after it", new URL(page.url()).pathname, "/console/login");
    await page.fill("#username", facts.user);
    await page.fill("#password", "battery staple");
    await submit("form[action='/console/login'] button");
    check("the page after the login", new URL(page.url()).pathname, "/console");
    await anna.context.close();
  },
};
