<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Answer;
use Tradelog\Client\Errors\LogReplaced;
use Tradelog\Client\Errors\Unauthorized;
use Tradelog\Client\FilePlace;
use Tradelog\Client\Kind;
use Tradelog\Client\Reading;
use Tradelog\Client\Request;
use Tradelog\Client\Retry;
use Tradelog\Client\Types\Change;

/** The follower of changes and its stored position. */
final class FollowingTest extends Check
{
    private string $file;

    /** @var list<int> */
    private array $handled = [];

    public function __construct()
    {
        $this->file = $this->folder() . '/position';
    }

    public function testThePositionIsStoredAfterThePage(): void
    {
        $transport = new FakeTransport(self::page('log.5', 3, 5), self::page('log.8'), self::page('log.9', 9));
        $seen = [];
        $this->follow($transport, 9, function (Change $change) use (&$seen): void {
            $seen[] = [$change->position, (new FilePlace($this->file))->load()];
        });
        $this->same([[3, null], [5, null], [9, 'log.8']], $seen);
        $this->same('log.9', (new FilePlace($this->file))->load());
        $queries = array_map(static fn ($request): string => explode('?', $request->url)[1], $transport->requests);
        $this->same('after=0&resources=orders&wait=25', $queries[0]);
        $this->holds(str_starts_with($queries[2], 'after=log.8&') && $transport->requests[0]->timeout > 25, 'it asks from there, and waits');
    }

    public function testAHandlerThatFailsLeavesThePosition(): void
    {
        (new FilePlace($this->file))->store('log.2');
        $this->fails(\DomainException::class, fn () => $this->follow(
            new FakeTransport(self::page('log.5', 3)),
            5,
            static fn () => throw new \DomainException('full disk'),
        ));
        $this->same('log.2', (new FilePlace($this->file))->load());
        $this->follow(new FakeTransport(self::page('log.5', 3)), 5);
        $this->same([3], $this->handled);
    }

    public function testLatestIsStoredBeforeAnythingIsHandled(): void
    {
        $transport = new FakeTransport(self::page('log.100'), self::page('log.101', 101));
        $this->follow($transport, 101, from: 'latest');
        $this->same([101], $this->handled);
        $this->holds(str_contains($transport->requests[0]->url, 'after=latest&'), 'it begins with the latest');
        $this->holds(str_contains($transport->requests[1]->url, 'after=log.100&'), 'it goes on from there');
    }

    public function testAPositionThatIsThereAlready(): void
    {
        (new FilePlace($this->file))->store('log.5');
        $this->follow(new FakeTransport(self::page('log.5')), 5);
        $this->same([], $this->handled);
    }

    public function testOutagesAreWaitedFor(): void
    {
        $transport = new FakeTransport(FakeTransport::lost(), FakeTransport::refusal(503), FakeTransport::lost(), self::page('log.5', 5));
        $this->follow($transport, 5, retry: new Retry(attempts: 1, longest: 0.001));
        $this->same([[5], 4], [$this->handled, count($transport->requests)]);
    }

    public function testWhatRepeatingDoesNotMend(): void
    {
        (new FilePlace($this->file))->store('old.2');
        $error = $this->fails(LogReplaced::class, fn () => $this->follow(new FakeTransport(FakeTransport::refusal(409)), PHP_INT_MAX));
        $this->same([Kind::LogReplaced, 409, false], [$error->kind, $error->status, $error->retryable]);
        $this->same('old.2', (new FilePlace($this->file))->load());
        $this->fails(Unauthorized::class, fn () => $this->follow(new FakeTransport(FakeTransport::refusal(401)), PHP_INT_MAX));
    }

    public function testWhatHasLeftIsDeleted(): void
    {
        $gone = [1 => 403, 2 => 404];
        $transport = new FakeTransport(static function (Request $request) use ($gone): Answer {
            $id = (int) basename($request->url);
            if (str_contains($request->url, '/changes')) {
                return self::page('log.3', 1, 2, 3);
            }

            return isset($gone[$id]) ? FakeTransport::refusal($gone[$id]) : FakeTransport::answer(['id' => $id]);
        });
        $read = [];
        $handle = static function (Change $change, ?array $order) use (&$read): void {
            $read[$change->id] = $order;
        };
        $transport->client()->follow($handle, new FilePlace($this->file), until: 3, read: Reading::Documents);
        $this->same([1 => null, 2 => null, 3 => ['id' => 3]], $read);
        $this->same('log.3', (new FilePlace($this->file))->load());
    }

    public function testRowsAreReadAtOnce(): void
    {
        $transport = new FakeTransport(self::page('log.250', ...range(1, 150)), static function (Request $request): Answer {
            parse_str((string) parse_url($request->url, PHP_URL_QUERY), $query);
            $there = array_filter(explode(',', $query['ids']), static fn (string $id): bool => (int) $id > 5);

            return FakeTransport::answer(array_map(static fn (string $id): array => ['id' => (int) $id], array_values($there)));
        });
        $read = [];
        $handle = static function (Change $change, ?array $order) use (&$read): void {
            $read[$change->id] = $order['id'] ?? null;
        };
        $transport->client()->follow($handle, new FilePlace($this->file), until: 250, read: Reading::Rows);
        $this->same([null, null, null, null, null, ...range(6, 150)], array_values($read));
        $this->same(3, count($transport->requests), 'requests');
        $this->holds(str_ends_with($transport->requests[2]->url, '&asOf=150'), 'as of the end of the page');
    }

    public function testAPositionIsWholeOrNotAtAll(): void
    {
        $file = new FilePlace($this->file);
        $this->same(null, $file->load());
        $file->store('log.1');
        file_put_contents($this->file . '.new', 'log.'); // a crash before the rename
        $this->same('log.1', $file->load());
        $file->store('log.2');
        $this->same('log.2', $file->load());
        $this->fails(\RuntimeException::class, static fn () => (new FilePlace('/nowhere/position'))->store('log.1'));
    }

    private function follow(
        FakeTransport $transport,
        int $until,
        ?\Closure $handle = null,
        string $from = '0',
        Retry $retry = new Retry(),
    ): void {
        $handle ??= function (Change $change): void {
            $this->handled[] = $change->position;
        };
        $transport->client(retry: $retry)->follow($handle, new FilePlace($this->file), ['orders'], $from, $until);
    }

    private static function page(string $cursor, int ...$positions): Answer
    {
        $change = static fn (int $position): array => [
            'position' => $position, 'time' => '', 'resource' => 'orders', 'id' => $position, 'what' => 'changed', 'fields' => [],
        ];

        return FakeTransport::answer(['changes' => array_map($change, $positions), 'next' => (int) substr($cursor, 4), 'cursor' => $cursor]);
    }
}
