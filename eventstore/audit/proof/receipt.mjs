// Verifies a receipt of tradelog offline, in a browser or with Node 22 or later. It needs nothing but WebCrypto (SHA-256, Ed25519).
//
//   import { check } from "./receipt.mjs";
//   const verdict = await check(JSON.parse(text), publicKeyPEM);   // throws an Error with the reason if the receipt does not hold
//
//   node receipt.mjs receipt.json key.pub
//
// The public key must come from somewhere else than the receipt: from the shop itself, or from where its checkpoints are published.
// tradelog events check receipt.json --key key.pub does the same, with the same reasons.

const FORMAT = "tradelog receipt 1";
const utf8 = new TextEncoder();

// The members of receipts, by the member that holds them.
const MEMBERS = {
  receipt: ["format", "logId", "stream", "number", "key", "events", "checkpoints", "chain", "digest", "signature"],
  events: [
    "position", "revision", "type", "schemaVersion", "id", "recordedAt", "data", "withheld", "stored", "previous", "seal", "checkpoint", "path",
  ],
  stored: ["data", "metadata"],
  checkpoints: ["logId", "position", "seal", "from", "root", "time", "signature"],
  chain: ["after", "seal", "seals"],
};

/** Checks a receipt with the installation's public key (PEM). Returns {events, recomputed, covered, pending}. */
export async function check(receipt, pem) {
  const raw = rawKey(pem);
  const key = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
  checkMembers(receipt, "receipt");
  if (receipt?.format !== FORMAT) refuse(`it is no ${FORMAT}`);
  if (receipt.key !== hex(await sha256(raw))) refuse("it was made with another key than the one given");
  const events = receipt.events ?? [];
  const number = receipt.number ?? "";
  for (const name of [receipt.logId, receipt.stream, number, ...events.flatMap(words)]) {
    if (typeof name !== "string" || !/^[!#-[\]-~]*$/.test(name)) {
      refuse("a name in it has other characters than letters, digits and signs");
    }
  }
  const checkpoints = new Map();
  for (const c of receipt.checkpoints ?? []) {
    await checkCheckpoint(c, receipt.logId, key);
    checkpoints.set(c.position, c);
  }
  if (events.length === 0) refuse("it has no events");
  const verdict = { events: events.length, recomputed: 0, covered: 0, pending: 0 };
  for (const [i, e] of events.entries()) {
    await follows(receipt.stream, events, i);
    if (e.stored) verdict.recomputed++;
    if (await place(receipt, e, checkpoints)) verdict.covered++;
    else verdict.pending++;
  }
  const text = await statement(receipt, number);
  if (receipt.digest !== hex(await sha256(text))) refuse("it was changed after it was signed: its digest is another one");
  if (!(await signed(key, text, receipt.signature))) refuse("its signature is not by this key");
  return verdict;
}

function refuse(reason) {
  throw new Error(`the receipt does not hold: ${reason}`);
}

// Refuses members that no receipt has: nothing signs them.
function checkMembers(value, of) {
  for (const object of Array.isArray(value) ? value : [value]) {
    if (typeof object !== "object") continue;
    for (const [name, inner] of Object.entries(object ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!MEMBERS[of].includes(name)) refuse(`it has a member that no receipt has: ${name}`);
      if (name in MEMBERS) checkMembers(inner, name);
    }
  }
}

const words = (e) => [e.type, e.id, e.recordedAt, e.previous, e.seal, ...(e.withheld ?? [])];

// The signed text of a receipt has a line for each event.
async function statement(r, number) {
  let text = `${FORMAT}\nlog ${r.logId}\nstream ${r.stream}\nnumber ${number}\nkey ${r.key}\n`;
  for (const e of r.events) {
    const data = hex(await sha256(utf8.encode(e.data ?? "")));
    const parts = ["event", e.position, e.revision, e.type, e.schemaVersion, e.id, e.recordedAt, e.previous, e.seal, data];
    text += `${[...parts, ...(e.withheld ?? [])].join(" ")}\n`;
  }
  if (r.chain) {
    const all = hex(await sha256(utf8.encode(r.chain.seals.join(""))));
    text += `chain ${r.chain.after} ${r.chain.seal} ${r.chain.seals.length} ${all}\n`;
  }
  return utf8.encode(text);
}

async function checkCheckpoint(c, logId, key) {
  const from = c.from ?? 0;
  const whole = Number.isSafeInteger(c.position) && Number.isSafeInteger(from) && from >= 0 && from < c.position;
  if (!whole || !unhex(c.root) || !unhex(c.seal) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(c.time) || typeof c.logId !== "string") {
    refuse(`the checkpoint at position ${c.position} cannot be read`);
  }
  if (c.logId !== logId) refuse(`the checkpoint at position ${c.position} is of another log`);
  const text = `tradelog checkpoint 2\nlog "${c.logId}"\nposition ${c.position}\nseal ${c.seal}\n` +
    `from ${from}\nroot ${c.root}\ntime ${c.time}\n`;
  if (!(await signed(key, utf8.encode(text), c.signature))) {
    refuse(`the signature of the checkpoint at position ${c.position} is not by this key`);
  }
}

// Checks the place of an event in the stream, and its seal if its stored bytes are there.
async function follows(stream, events, i) {
  const e = events[i];
  if (e.revision !== i) {
    refuse(`the event at position ${e.position} has revision ${e.revision}, and ${i} is due: an event is missing or the order was changed`);
  }
  if (!Number.isSafeInteger(e.position) || (i > 0 && e.position <= events[i - 1].position) || e.position < 1) {
    refuse(`the event at position ${e.position} comes before its predecessor`);
  }
  const previous = unhex(e.previous);
  if (!previous || !unhex(e.seal)) refuse(`the event at position ${e.position} has no seal of 64 hexadecimal digits`);
  if (!e.stored) return;
  const content = canonical(stream, e, previous);
  if (!content || hex(await sha256(content)) !== e.seal) {
    refuse(`the seal of the event at position ${e.position} does not follow from its content`);
  }
}

// The bytes that a seal covers: fields in the order of the envelope, numbers in big-endian order, texts preceded by their length.
function canonical(stream, e, previous) {
  const id = bytesOfHex(e.id.replaceAll("-", ""));
  const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/.exec(e.recordedAt);
  const data = base64(e.stored.data);
  const metadata = base64(e.stored.metadata);
  if (id?.length !== 16 || !time || !data || !metadata || !Number.isSafeInteger(e.schemaVersion)) return null;
  const micros = BigInt(Date.parse(`${time[1]}Z`)) * 1000n + BigInt(time[2]);
  const text = (s) => [number(utf8.encode(s).length), utf8.encode(s)];
  return join([
    previous, number(e.position), ...text(stream), number(e.revision), id, ...text(e.type), number(e.schemaVersion),
    number(data.length), data, number(metadata.length), metadata, number(micros),
  ]);
}

function number(n) {
  const b = new Uint8Array(8);
  new DataView(b.buffer).setBigUint64(0, BigInt.asUintN(64, BigInt(n)));
  return b;
}

// Checks where an event was in the log. Returns whether a checkpoint says so.
async function place(receipt, e, checkpoints) {
  if (!e.checkpoint) {
    inChain(receipt.chain, e, checkpoints);
    return false;
  }
  const c = checkpoints.get(e.checkpoint);
  const from = c?.from ?? 0;
  if (!c || e.position <= from || e.position > c.position) refuse(`no checkpoint in it covers the event at position ${e.position}`);
  const root = await climb(e.seal, e.position - from - 1, c.position - from, e.path ?? []);
  if (root !== c.root) refuse(`the path of the event at position ${e.position} does not lead to the root of the checkpoint`);
  return true;
}

// The root to which a path leads from a seal (RFC 9162, 2.1.3.2); empty if the path has another length.
async function climb(seal, index, size, path) {
  let at = index;
  let last = size - 1;
  let hash = await sha256(join([Uint8Array.of(0), unhex(seal)]));
  for (const text of path) {
    const sibling = unhex(text);
    if (last === 0 || !sibling) return "";
    if (at % 2 === 1 || at === last) {
      hash = await sha256(join([Uint8Array.of(1), sibling, hash]));
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else {
      hash = await sha256(join([Uint8Array.of(1), hash, sibling]));
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hex(hash) : "";
}

// Checks an event that no checkpoint covers against the chain of seals, if the receipt has one.
function inChain(chain, e, checkpoints) {
  if (!chain) return;
  if (!unhex(chain.seal)) refuse("the chain after the last checkpoint cannot be read");
  const start = checkpoints.get(chain.after);
  if (start && start.seal !== chain.seal) refuse(`the chain does not begin at the checkpoint at position ${chain.after}`);
  const i = e.position - chain.after - 1;
  if (i < 0 || chain.seals[i] !== e.seal) refuse(`the event at position ${e.position} is not in the chain after the last checkpoint`);
  if ((i > 0 ? chain.seals[i - 1] : chain.seal) !== e.previous) {
    refuse(`the event at position ${e.position} does not follow its predecessor in the chain`);
  }
}

async function signed(key, text, signature) {
  const bytes = base64(signature);
  return bytes?.length === 64 && crypto.subtle.verify({ name: "Ed25519" }, key, bytes, text);
}

// The 32 bytes of an Ed25519 key are the end of its PKIX form.
function rawKey(pem) {
  const body = /-----BEGIN PUBLIC KEY-----([\s\S]*?)-----END PUBLIC KEY-----/.exec(pem);
  const der = body && base64(body[1].replace(/\s/g, ""));
  if (der?.length !== 44 || hex(der.subarray(0, 12)) !== "302a300506032b6570032100") {
    throw new Error("this is no public Ed25519 key in PEM");
  }
  return der.subarray(12);
}

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function join(parts) {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text) => (typeof text === "string" && text.length === 64 ? bytesOfHex(text) : null);

function bytesOfHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function base64(text) {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}

// The command line of Node. Browsers have no process.
if (typeof process === "object" && process.argv?.[1] && import.meta.filename === process.argv[1]) {
  const { readFile } = await import("node:fs/promises");
  const [receipt, key] = process.argv.slice(2);
  if (!receipt || !key) {
    console.error("usage: node receipt.mjs receipt.json key.pub");
    process.exit(2);
  }
  try {
    const v = await check(JSON.parse(await readFile(receipt, "utf8")), await readFile(key, "utf8"));
    console.log(JSON.stringify(v));
  } catch (e) {
    console.error(e.message);
    process.exit(1);
  }
}
