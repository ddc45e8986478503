<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** What the resources of a client have in common. */
abstract readonly class Resource
{
    public function __construct(private Client $client)
    {
    }

    /**
     * Returns the answer of a request, as a document if it has a class.
     *
     * @param Body|array<array-key, mixed>|null $body
     * @param Body|array<string, mixed>|null $form
     * @param array<string, string|int|bool|null> $query
     * @param array<string, string> $headers
     * @param ?class-string<Document> $as
     */
    protected function callValue(
        string $method,
        string $path,
        Body|array|null $body = null,
        Body|array|null $form = null,
        array $query = [],
        array $headers = [],
        ?Options $options = null,
        ?string $as = null,
    ): mixed {
        $options ??= new Options();

        return $this->client->request(
            $method,
            $path,
            $body,
            $query,
            $as,
            $options->key,
            $options->ifMatch,
            $headers + $options->headers,
            cancellation: $options->cancellation,
            form: $form,
            dryRun: $options->dryRun,
        )->data;
    }

    /**
     * Returns the documents of an answer that is a list without pages.
     *
     * @param class-string<Document> $as
     * @return list<Document>
     */
    protected function callValues(string $method, string $path, string $as, mixed ...$more): array
    {
        return Read::listOf(Read::object($as))($this->callValue($method, $path, ...$more), $path) ?? [];
    }

    /**
     * Yields the rows of a list that has pages.
     *
     * @param array<string, string|int|bool|null> $query
     * @param ?class-string<Document> $as
     * @return \Generator<int, mixed>
     */
    protected function callRows(string $path, array $query = [], ?Options $options = null, ?string $as = null): \Generator
    {
        $options ??= new Options();

        return $this->client->list($path, $query, $as, $options->cancellation, $options->headers);
    }
}
