// Uses a log with the official Node client and prints the results, a line of JSON for each step.
//
//   node client.mjs CONNECTION
//
// After the step "subscribed" it waits for a line on its input: the server has been restarted at the same address meanwhile.

import {
  BACKWARDS, END, EventStoreDBClient, NO_STREAM, START, StreamNotFoundError, WrongExpectedVersionError, eventTypeFilter, jsonEvent,
  streamNameFilter,
} from "@eventstore/db-client";
import { createInterface } from "node:readline";

const client = EventStoreDBClient.connectionString(process.argv[2]);
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (step, saw) => console.log(JSON.stringify({ step, saw }));
const shown = (e) => `${e.streamId}@${e.revision} ${e.type} ${JSON.stringify(e.data)}`;
const placed = (n) => jsonEvent({ type: "Placed", data: { n }, metadata: { reason: "test" } });

async function all(events) {
  const out = [];
  for await (const { event } of events) out.push(shown(event));
  return out;
}

// take returns the next events of a subscription.
async function take(subscription, count) {
  const out = [];
  for await (const { event } of subscription) {
    out.push(shown(event));
    if (out.length === count) break;
  }
  return out;
}

const done = await client.appendToStream("order-1", [placed(0), placed(1), placed(2)], { expectedRevision: NO_STREAM });
say("appended", { success: done.success, revision: Number(done.nextExpectedRevision) });
try {
  await client.appendToStream("order-1", [placed(9)], { expectedRevision: 7n });
} catch (e) {
  say("wrong version", { known: e instanceof WrongExpectedVersionError, expected: Number(e.expectedVersion), actual: Number(e.actualVersion) });
}
try {
  await client.appendToStream("order", [placed(9)]);
} catch (e) {
  say("bad stream", e.message.includes("category-id"));
}
const many = await Promise.all([..."abcdefgh"].map((id) => client.appendToStream(`cart-${id}`, [placed(id)])));
say("at once", many.every((m) => m.success));
say("read", await all(client.readStream("order-1", { direction: BACKWARDS, fromRevision: END, maxCount: 2 })));
say("metadata", (await client.readStream("order-1", { maxCount: 1 })[Symbol.asyncIterator]().next()).value.event.metadata);
try {
  await all(client.readStream("order-404"));
} catch (e) {
  say("missing", e instanceof StreamNotFoundError);
}
say("read all", (await all(client.readAll({ fromPosition: START, maxCount: 5 }))).length);

const passed = [];
const checkpoints = [];
const filtered = client.subscribeToAll({
  fromPosition: START,
  filter: streamNameFilter({ prefixes: ["order-"], maxSearchWindow: 2, checkpointInterval: 1, checkpointReached: (_, p) => checkpoints.push(p.commit) }),
});
filtered.on("data", ({ event }) => passed.push(shown(event)));
await new Promise((resolve) => filtered.once("caughtUp", resolve));
await filtered.unsubscribe();
say("filtered", passed);
say("checkpoints", checkpoints.length > 2);

let last;
const subscribed = (fromPosition) => client.subscribeToAll({ fromPosition, filter: eventTypeFilter({ regex: "^(Placed|Held)$" }) });
const live = subscribed(START);
const lost = new Promise((resolve) => {
  live.on("data", ({ event }) => {
    last = event;
    if (event.streamId === "cart-h") say("subscribed", shown(event));
  });
  live.on("error", () => resolve(true));
  live.on("end", () => resolve(false));
});
await input.next();
say("lost", await lost);
// The client connects again with the first call that succeeds.
for (let tries = 0; ; tries++) {
  try {
    await client.appendToStream("order-2", [jsonEvent({ type: "Held", data: {} })], { expectedRevision: NO_STREAM });
    break;
  } catch (e) {
    if (tries === 50) throw e;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
say("after the restart", await take(subscribed({ commit: last.position.commit, prepare: last.position.prepare }), 1));
await client.dispose();
process.exit(0);
