// Starts GraphiQL on the shop that serves this page. Queries and mutations are posted, subscriptions come as server-sent events.
'use strict';

const url = '/api/graphql';

function post(body, headers, accept) {
  return fetch(url, {
    method: 'POST', headers: { 'Content-Type': 'application/json', Accept: accept, ...headers }, body: JSON.stringify(body),
  });
}

async function* events(body, headers) {
  const answer = await post(body, headers, 'text/event-stream');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const data = part.split('\n').filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)).join('');
      if (data) yield JSON.parse(data);
      if (part.includes('event: complete')) return;
    }
  }
}

// isSubscription tells whether the operation that runs is a subscription.
function isSubscription({ query, operationName }) {
  const text = query.replace(/#.*/g, '');
  return operationName ? new RegExp(`\\bsubscription\\s+${operationName}\\b`).test(text) : /^[\s,]*subscription\b/.test(text);
}

async function fetcher(body, options = {}) {
  const headers = options.headers ?? {};
  if (isSubscription(body)) return events(body, headers);
  const answer = await post(body, headers, 'application/json');
  return answer.json();
}

const first = `# Ask the shop what you like. Ctrl-Space completes, and the book on the left lists everything there is.
# A token goes below, under Headers: {"Authorization": "Bearer ..."}
{
  products(pageSize: 5) {
    totalCount
    edges {
      node {
        sku
        name
        finalPrice
        currency
      }
    }
  }
}
`;

ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: first, isHeadersEditorEnabled: true, shouldPersistHeaders: false }),
);
