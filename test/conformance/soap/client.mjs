// Calls a shop with the client of the npm package soap. It reads calls from standard input, one JSON object a line, and prints an
// answer to each.
//
//   node client.mjs FORM WSDL USER KEY     FORM is v1, v2 or wsi

import { createInterface } from "node:readline";
import soap from "soap";

const [form, wsdl, user, key] = process.argv.slice(2);
const client = await soap.createClientAsync(wsdl, { disableCache: true });

// sent writes a value for the package. The package does not support arrays and maps of SOAP's encoding, so arrays are elements named item.
function sent(value) {
  if (value === null) return { attributes: { "xsi:nil": "true" } };
  if (Array.isArray(value)) return { [form === "wsi" ? "complexObjectArray" : "item"]: value.map(sent) };
  if (typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, sent(v)]));
  return value;
}

// got reads a value without the package's members about its encoding. Members named item are those of an array or a map.
function got(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(got);
  const { attributes, $value, ...members } = value;
  if ($value !== undefined) return $value;
  if (attributes?.["xsi:nil"]) return null;
  if (Object.keys(members).join() !== "item") return Object.fromEntries(Object.entries(members).map(([k, v]) => [k, got(v)]));
  const items = [members.item].flat();
  if (items.every((i) => i?.key)) return Object.fromEntries(items.map((i) => [got(i.key), got(i.value ?? null)]));
  return items.map(got);
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  client.setSecurity(call.basic ? new soap.BasicAuthSecurity(user, key) : null);
  const given = call.arguments.filter(([, value]) => value !== null).map(([name, value]) => [name, sent(value)]);
  let answer;
  try {
    const [result] = await client[`${call.operation}Async`](given.length ? Object.fromEntries(given) : null);
    answer = { result: got(Object.values(result)[0]) };
  } catch (e) {
    const fault = e.root?.Envelope?.Body?.Fault;
    if (!fault) throw e;
    answer = { fault: String(fault.faultcode), message: fault.faultstring };
  }
  console.log(JSON.stringify({ ...answer, headers: client.lastResponseHeaders }));
}
