// Uses a shop with the clients that applications use. Its types come from the schema. It prints the results as JSON.
//
//   node clients.js URL TOKEN MASKED_ID ORDER
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { createClient as createEvents } from 'graphql-sse';
import { createClient as createSockets } from 'graphql-ws';
import { GraphQLClient } from 'graphql-request';
import { print } from 'graphql';
import {
  AddToCartDocument, OrderDocument, OrdersDocument, ProductsDocument, type OrderSubscription, type ProductsQuery,
} from './shop.js';

declare const process: { argv: string[]; exit(code: number): never };

const [url, token, maskedId, order] = process.argv.slice(2) as [string, string, string, string];
const headers = { Authorization: `Bearer ${token}` };
const id = `/api/rest/v2/orders/${order}`;

const skus = (data: ProductsQuery | undefined) => (data?.products?.edges ?? []).map((e) => e?.node?.sku ?? '');

async function apollo() {
  const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });
  const { data } = await client.query({ query: ProductsDocument, variables: { search: 'mug' } });
  const added = await client.mutate({
    mutation: AddToCartDocument, variables: { input: { maskedId, sku: 'MUG', qty: 2, clientMutationId: 'a' } },
  });
  return { skus: skus(data), qty: added.data?.addToCart?.cart?.itemsQty, echo: added.data?.addToCart?.clientMutationId };
}

async function urql() {
  const client = new Client({ url, exchanges: [fetchExchange], fetchOptions: { headers }, preferGetMethod: true });
  const { data, error } = await client.query(ProductsDocument, { search: 'mug' }).toPromise();
  return { skus: skus(data), error: error?.message };
}

async function request() {
  const client = new GraphQLClient(url, { headers });
  const data = await client.request(OrdersDocument, { first: 1 });
  const item = data.orders?.edges?.[0]?.node?.typed.items?.[0];
  let refusal = '';
  try {
    await new GraphQLClient(url).request(OrdersDocument, {});
  } catch (e) {
    refusal = (e as { response: { errors: { message: string }[] } }).response.errors[0]!.message;
  }
  return { total: data.orders?.totalCount, sku: item?.sku, name: item?.product?.name, refusal };
}

// first returns the first answer of a subscription.
async function first(answers: AsyncIterableIterator<{ data?: unknown; errors?: unknown }>) {
  for await (const a of answers) {
    return a.data as OrderSubscription;
  }
  return undefined;
}

async function sockets() {
  const client = createSockets({ url: url.replace(/^http/, 'ws'), connectionParams: headers, lazy: true });
  const data = await first(client.iterate({ query: print(OrderDocument), variables: { id } }));
  await client.dispose();
  return data?.orderChanged?.state;
}

async function events() {
  const client = createEvents({ url, headers });
  const data = await first(client.iterate({ query: print(OrderDocument), variables: { id } }));
  client.dispose();
  return data?.orderChanged?.state;
}

console.log(JSON.stringify({
  apollo: await apollo(), urql: await urql(), request: await request(), sockets: await sockets(), events: await events(),
}));
process.exit(0);
