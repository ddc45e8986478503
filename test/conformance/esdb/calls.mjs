// Makes every call of a Node client that a server answers, and prints the results, a line of JSON for each.
//
//   node calls.mjs MODULE CONNECTION UNIQUE
//
// UNIQUE is a word that no earlier run has used, so that a log with events of others does not matter.

const [module, connection, unique] = process.argv.slice(2);
const api = await import(module);
const { BACKWARDS, END, START, NO_STREAM, ANY, ROUND_ROBIN, PINNED, PARK, jsonEvent } = api;
const client = (api.KurrentDBClient ?? api.EventStoreDBClient).connectionString(connection);
const category = `order${unique}`;
const order = (n) => `${category}-${n}`;
const placed = (n, type = "Placed") => jsonEvent({ type: type + unique, data: { n }, metadata: { reason: "test" } });
const at = (expected) => ({ expectedRevision: expected, streamState: expected }); // the name differs between the clients
const shown = (e) => `${e.streamId.replace(unique, "")}@${e.revision} ${e.type.replace(unique, "")}`;

async function say(step, call) {
  let saw;
  try {
    saw = await call();
  } catch (e) {
    saw = e?.type ?? `${e}`;
  }
  console.log(JSON.stringify({ step, saw }, (_, v) => (typeof v === "bigint" ? Number(v) : v)));
}

async function all(events) {
  const out = [];
  for await (const e of events) out.push(shown(e.event));
  return out;
}

async function take(subscription, count) {
  const out = [];
  for await (const e of subscription) {
    out.push(shown(e.event));
    if (out.length === count) break;
  }
  return out;
}

// consume passes count events to handle, which acknowledges them or not.
async function consume(subscription, count, handle) {
  const out = [];
  for await (const e of subscription) {
    out.push(shown(e.event));
    await handle(e, out.length);
    if (out.length === count) break;
  }
  await subscription.unsubscribe();
  return out;
}

await say("append", async () => (await client.appendToStream(order(1), [placed(0), placed(1), placed(2, "Held")], at(NO_STREAM))).nextExpectedRevision);
await say("append again", () => client.appendToStream(order(1), [placed(0)], at(NO_STREAM)));
await say("append another", async () => (await client.appendToStream(order(2), [placed(3)], at(ANY))).success);
await say("append too large", () => client.appendToStream(order(3), [jsonEvent({ type: "Placed", data: { x: "x".repeat(1 << 21) } })]));
await say("read", () => all(client.readStream(order(1), { maxCount: 10 })));
await say("read from", () => all(client.readStream(order(1), { fromRevision: 1n, maxCount: 1 })));
await say("read backwards", () => all(client.readStream(order(1), { direction: BACKWARDS, fromRevision: END, maxCount: 2 })));
await say("read missing", () => all(client.readStream(order(404))));
await say("read all", async () => (await all(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 3 }))).length);
await say("read category", () => all(client.readStream(`$ce-${category}`, { resolveLinkTos: true })));
await say("read type", () => all(client.readStream(`$et-Held${unique}`, { resolveLinkTos: true })));
await say("subscribe to stream", () => take(client.subscribeToStream(order(1), { fromRevision: 0n }), 2));
await say("subscribe to all", () => take(client.subscribeToAll({ fromPosition: START, filter: api.streamNameFilter({ prefixes: [category] }) }), 4));
await say("subscribe to category", () => take(client.subscribeToStream(`$ce-${category}`, { fromRevision: START, resolveLinkTos: true }), 4));

const settings = (more) => api.persistentSubscriptionToStreamSettingsFromDefaults({ startFrom: 1n, consumerStrategyName: ROUND_ROBIN, maxRetryCount: 3, checkPointLowerBound: 1, checkPointUpperBound: 1, ...more });
const told = (info) => [info.settings.startFrom, info.settings.maxRetryCount, info.settings.consumerStrategyName, info.settings.maxSubscriberCount];
const group = () => client.subscribeToPersistentSubscriptionToStream(order(1), "mail", { bufferSize: 1 });
// vacated polls until the group has no consumer. A server notices later than its client that one has gone, and this group has room for one.
const vacated = async () => {
  while ((await client.getPersistentSubscriptionToStreamInfo(order(1), "mail")).connections.length > 0);
};
await say("create group", () => client.createPersistentSubscriptionToStream(order(1), "mail", settings()));
await say("create group again", () => client.createPersistentSubscriptionToStream(order(1), "mail", settings()));
await say("group", async () => told(await client.getPersistentSubscriptionToStreamInfo(order(1), "mail")));
await say("update group", () => client.updatePersistentSubscriptionToStream(order(1), "mail", settings({ maxRetryCount: 5, consumerStrategyName: PINNED, maxSubscriberCount: 1 })));
await say("updated group", async () => told(await client.getPersistentSubscriptionToStreamInfo(order(1), "mail")));
await say("consume", () => {
  const subscription = group();
  return consume(subscription, 2, (e, n) => (n === 1 ? subscription.nack(PARK, "never", e) : subscription.ack(e)));
});
await say("too many consumers", async () => {
  await vacated();
  const first = group();
  await new Promise((resolve) => first.once("confirmation", resolve));
  try {
    return await consume(group(), 1, () => {});
  } finally {
    await first.unsubscribe();
  }
});
await say("replay", () => client.replayParkedMessagesToStream(order(1), "mail"));
await say("replayed", async () => {
  await vacated();
  const subscription = group();
  return consume(subscription, 1, (e) => subscription.ack(e));
});
const toAll = `all-${unique}`;
const allSettings = (more) => api.persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START, ...more });
await say("create group to all", () => client.createPersistentSubscriptionToAll(toAll, allSettings(), { filter: api.eventTypeFilter({ prefixes: [`Held${unique}`] }) }));
await say("update group to all", () => client.updatePersistentSubscriptionToAll(toAll, allSettings({ maxRetryCount: 2 })));
await say("group to all", async () => (await client.getPersistentSubscriptionToAllInfo(toAll)).settings.maxRetryCount);
await say("consume all", () => {
  const subscription = client.subscribeToPersistentSubscriptionToAll(toAll);
  return consume(subscription, 1, (e) => subscription.ack(e));
});
await say("replay to all", () => client.replayParkedMessagesToAll(toAll));
await say("list groups to all", async () => (await client.listPersistentSubscriptionsToAll()).some((g) => g.groupName === toAll));
await say("delete group to all", () => client.deletePersistentSubscriptionToAll(toAll));
await say("list groups of stream", async () => (await client.listPersistentSubscriptionsToStream(order(1))).map((g) => g.groupName));
await say("list groups", async () => (await client.listAllPersistentSubscriptions()).some((g) => g.eventSource === order(1)));
await say("delete group", () => client.deletePersistentSubscriptionToStream(order(1), "mail"));
await say("deleted group", () => client.getPersistentSubscriptionToStreamInfo(order(1), "mail"));
await say("consume deleted group", () => consume(group(), 1, () => {}));
await client.dispose();
process.exit(0);
