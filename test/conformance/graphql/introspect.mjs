// Builds a schema from the answer to the introspection query, as tools do, and prints its errors.
//
//   node introspect.mjs URL
import { buildClientSchema, getIntrospectionQuery, validateSchema } from 'graphql';

const answer = await fetch(process.argv[2], {
  method: 'POST', headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true,
    inputValueDeprecation: true, oneOf: true }) }),
});
const { data, errors } = await answer.json();
if (errors) {
  console.log(JSON.stringify({ errors: errors.map((e) => e.message) }));
  process.exit(1);
}
const schema = buildClientSchema(data);
console.log(JSON.stringify({
  errors: validateSchema(schema).map((e) => e.message), types: Object.keys(schema.getTypeMap()).length,
  queries: Object.keys(schema.getQueryType().getFields()).length, mutations: Object.keys(schema.getMutationType().getFields()).length,
  subscriptions: Object.keys(schema.getSubscriptionType().getFields()).length,
}));
