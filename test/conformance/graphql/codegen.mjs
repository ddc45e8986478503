// Generates TypeScript for a schema and for the documents of clients.ts, as graphql-codegen does for applications.
//
//   node codegen.mjs URL TOKEN DIRECTORY
import { generate } from '@graphql-codegen/cli';

const [url, token, directory] = process.argv.slice(2);
await generate(
  {
    schema: [{ [url]: { headers: { Authorization: `Bearer ${token}` } } }],
    documents: ['documents.graphql'],
    silent: true,
    generates: {
      [`${directory}/shop.ts`]: {
        plugins: ['typescript-operations', 'typed-document-node'],
        config: { scalars: { Iterable: 'unknown' } },
      },
    },
  },
  true,
);
