<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\Cancelled;
use Tradelog\Client\Errors\LogReplaced;
use Tradelog\Client\Errors\ShopError;
use Tradelog\Client\Types\Change;
use Tradelog\Client\Types\Changes;

/** Follows the feed of changes from a stored position. No change is missed; after a crash some are repeated. */
final readonly class Follower
{
    private Cancellation $cancellation;

    /**
     * @param list<string> $resources names as in the paths, such as orders; all that the login may read if empty
     * @param string $start where to begin without a stored position: 0 is the beginning of the log, and latest skips all changes so far
     * @param int $wait how many seconds the shop waits for a change before it answers that there is none, 30 at most
     * @param int $limit how many changes a page should have at most
     */
    public function __construct(
        private Client $client,
        private PositionStore $positions,
        private array $resources = [],
        private string $start = '0',
        private int $wait = 25,
        private int $limit = 1000,
        ?Cancellation $cancellation = null,
    ) {
        $this->cancellation = $cancellation ?? new Cancellation();
    }

    /**
     * Calls $handle for each change, in the order of the log, until it is cancelled. After each page, even an empty one, it stores the
     * page's position and calls $stored with it. An exception of $handle ends following, and the next run repeats the page. During outages
     * of the shop it waits.
     *
     * @param callable(Change): void $handle
     * @param ?callable(string): void $stored
     * @throws LogReplaced if the shop's log was replaced since the position was stored
     * @throws ShopError that is not retryable
     */
    public function run(callable $handle, ?callable $stored = null): void
    {
        $after = $this->positions->load() ?? ($this->start === 'latest' ? null : $this->start);
        $failures = 0;
        while (!$this->cancellation->cancelled()) {
            try {
                $page = $this->page($after);
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
            foreach ($page->changes ?? [] as $change) {
                $handle($change);
            }
            if ($page->cursor !== null && $page->cursor !== $after) {
                $this->positions->save($page->cursor);
                $after = $page->cursor;
            }
            if ($stored !== null && $after !== null) {
                $stored($after);
            }
        }
    }

    private function page(?string $after): Changes
    {
        try {
            return $this->client->request(
                'GET',
                '/changes',
                query: [
                    'after' => $after ?? 'latest',
                    'resources' => $this->resources === [] ? null : implode(',', $this->resources),
                    'wait' => $after === null ? 0 : $this->wait,
                    'limit' => $this->limit,
                ],
                as: Changes::class,
                timeout: $this->wait + 30.0,
                cancellation: $this->cancellation,
            )->data;
        } catch (ShopError $error) {
            throw $error->status === 409 ? LogReplaced::of($error) : $error;
        }
    }
}
