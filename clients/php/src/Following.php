<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\Cancelled;
use Tradelog\Client\Errors\Forbidden;
use Tradelog\Client\Errors\LogReplaced;
use Tradelog\Client\Errors\NotFound;
use Tradelog\Client\Errors\ShopError;
use Tradelog\Client\Types\Change;
use Tradelog\Client\Types\Changes;

/**
 * Follows the feed of changes, as Client::follow describes.
 *
 * @internal
 */
final readonly class Following
{
    /** The number of rows that a list returns by their IDs. */
    private const BATCH = 100;

    /** @param list<string> $resources */
    public function __construct(
        private Client $client,
        private Place $place,
        private array $resources,
        private string $from,
        private ?int $until,
        private int $wait,
        private ?Reading $read,
        private Cancellation $cancellation,
    ) {
    }

    /** @param callable(Change, ?array<string, mixed>): mixed $handle */
    public function run(callable $handle): void
    {
        $after = $this->place->load() ?? $this->from;
        $failures = 0;
        while (!$this->cancellation->cancelled()) {
            try {
                $page = $this->page($after);
                $changes = $page->changes ?? [];
                $documents = $this->read === null ? [] : $this->changed($changes, $this->read);
                $failures = 0;
            } catch (Cancelled) {
                return;
            } catch (ShopError $error) {
                if (!$error->retryable) {
                    throw $error;
                }
                $failures++;
                try {
                    $this->cancellation->wait($this->client->retry->delay($failures + 1, $error->retryAfter));
                } catch (Cancelled) {
                    return;
                }
                continue;
            }
            foreach ($changes as $change) {
                $handle($change, $documents[self::name($change)] ?? null);
            }
            if ($page->cursor !== null && $page->cursor !== $after) {
                $this->place->store($page->cursor);
                $after = $page->cursor;
            }
            if ($this->until !== null && ($page->next ?? 0) >= $this->until) {
                return;
            }
        }
    }

    private function page(string $after): Changes
    {
        $query = [
            'after' => $after,
            'resources' => $this->resources === [] ? null : implode(',', $this->resources),
            // The latest position is stored at once, so that a crash meanwhile loses no change.
            'wait' => $after === 'latest' ? 0 : $this->wait,
        ];
        try {
            return $this->client->request(
                'GET',
                '/changes',
                query: $query,
                as: Changes::class,
                timeout: $this->wait + 30.0,
                cancellation: $this->cancellation,
            )->data;
        } catch (ShopError $error) {
            throw $error->status === 409 ? LogReplaced::of($error) : $error;
        }
    }

    private static function name(Change $change): string
    {
        return Client::path((string) $change->resource, (string) $change->id);
    }

    /**
     * Reads the resources of a page. Those that are gone are not in the result.
     *
     * @param list<Change> $changes
     * @return array<string, array<string, mixed>> by name
     */
    private function changed(array $changes, Reading $how): array
    {
        $documents = $lists = $known = [];
        foreach ($changes as $change) {
            $known[self::name($change)] = $change;
        }
        foreach ($known as $name => $change) {
            if ($how === Reading::Rows && in_array($change->resource, Lists::BATCHED, true)) {
                $lists[$change->resource][$change->productId ?? $change->id] = $name;
                continue;
            }
            try {
                $documents[$name] = $this->client->get($name, cancellation: $this->cancellation);
            } catch (Forbidden | NotFound) {
                // It was deleted, or has left the stores of the login.
            }
        }
        foreach ($lists as $resource => $names) {
            foreach (array_chunk(array_keys($names), self::BATCH) as $ids) {
                $query = ['ids' => implode(',', $ids), 'asOf' => end($changes)->position];
                foreach ($this->client->get(Client::path($resource), $query, cancellation: $this->cancellation) as $row) {
                    $documents[$names[$row['id'] ?? $row['productId']]] = $row;
                }
            }
        }

        return $documents;
    }
}
