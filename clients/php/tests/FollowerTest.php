<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Answer;
use Tradelog\Client\Cancellation;
use Tradelog\Client\Errors\LogReplaced;
use Tradelog\Client\Errors\Unauthorized;
use Tradelog\Client\Follower;
use Tradelog\Client\Kind;
use Tradelog\Client\PositionFile;
use Tradelog\Client\Retry;
use Tradelog\Client\Types\Change;

/** The follower of changes and its stored position. */
final class FollowerTest extends Check
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
        $this->follow($transport, 'log.9', function (Change $change) use (&$seen): void {
            $seen[] = [$change->position, (new PositionFile($this->file))->load()];
        });
        $this->same([[3, null], [5, null], [9, 'log.8']], $seen);
        $this->same('log.9', (new PositionFile($this->file))->load());
        $queries = array_map(static fn ($request): string => explode('?', $request->url)[1], $transport->requests);
        $this->same('after=0&resources=orders&wait=25&limit=1000', $queries[0]);
        $this->holds(str_starts_with($queries[2], 'after=log.8&') && $transport->requests[0]->timeout > 25, 'it asks from there, and waits');
    }

    public function testAHandlerThatFailsLeavesThePosition(): void
    {
        (new PositionFile($this->file))->save('log.2');
        $this->fails(\DomainException::class, fn () => $this->follow(
            new FakeTransport(self::page('log.5', 3)),
            'log.5',
            static fn () => throw new \DomainException('full disk'),
        ));
        $this->same('log.2', (new PositionFile($this->file))->load());
        $this->follow(new FakeTransport(self::page('log.5', 3)), 'log.5');
        $this->same([3], $this->handled);
    }

    public function testLatestIsStoredBeforeAnythingIsHandled(): void
    {
        $transport = new FakeTransport(self::page('log.100'), self::page('log.101', 101));
        $this->follow($transport, 'log.101', start: 'latest');
        $this->same([101], $this->handled);
        $this->holds(str_contains($transport->requests[0]->url, 'after=latest&'), 'it begins with the latest');
        $this->holds(str_contains($transport->requests[1]->url, 'after=log.100&'), 'it goes on from there');
    }

    public function testAPositionThatIsThereAlready(): void
    {
        (new PositionFile($this->file))->save('log.5');
        $this->follow(new FakeTransport(self::page('log.5')), 'log.5');
        $this->same([], $this->handled);
    }

    public function testOutagesAreWaitedFor(): void
    {
        $transport = new FakeTransport(FakeTransport::lost(), FakeTransport::refusal(503), FakeTransport::lost(), self::page('log.5', 5));
        $this->follow($transport, 'log.5', retry: new Retry(attempts: 1, longest: 0.001));
        $this->same([[5], 4], [$this->handled, count($transport->requests)]);
    }

    public function testWhatRepeatingDoesNotMend(): void
    {
        (new PositionFile($this->file))->save('old.2');
        $error = $this->fails(LogReplaced::class, fn () => $this->follow(new FakeTransport(FakeTransport::refusal(409)), 'never'));
        $this->same([Kind::LogReplaced, 409, false], [$error->kind, $error->status, $error->retryable]);
        $this->same('old.2', (new PositionFile($this->file))->load());
        $this->fails(Unauthorized::class, fn () => $this->follow(new FakeTransport(FakeTransport::refusal(401)), 'never'));
    }

    public function testAPositionIsWholeOrNotAtAll(): void
    {
        $file = new PositionFile($this->file);
        $this->same(null, $file->load());
        $file->save('log.1');
        file_put_contents($this->file . '.new', 'log.'); // a crash before the rename
        $this->same('log.1', $file->load());
        $file->save('log.2');
        $this->same('log.2', $file->load());
        $this->fails(\RuntimeException::class, static fn () => (new PositionFile('/nowhere/position'))->save('log.1'));
    }

    private function follow(
        FakeTransport $transport,
        string $until,
        ?\Closure $handle = null,
        string $start = '0',
        Retry $retry = new Retry(),
    ): void {
        $cancellation = new Cancellation();
        $handle ??= function (Change $change): void {
            $this->handled[] = $change->position;
        };
        $shop = $transport->client(retry: $retry);
        $follower = new Follower($shop, new PositionFile($this->file), ['orders'], $start, cancellation: $cancellation);
        $follower->run($handle, static function (string $cursor) use ($until, $cancellation): void {
            if ($cursor === $until) {
                $cancellation->cancel();
            }
        });
    }

    private static function page(string $cursor, int ...$positions): Answer
    {
        $change = static fn (int $position): array => [
            'position' => $position, 'time' => '', 'resource' => 'orders', 'id' => $position, 'what' => 'changed', 'fields' => [],
        ];

        return FakeTransport::answer(['changes' => array_map($change, $positions), 'next' => 0, 'cursor' => $cursor]);
    }
}
