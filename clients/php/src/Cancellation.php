<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\Cancelled;

/**
 * Cancels the calls to which it is passed, also while they wait for the shop or for the next attempt; they end with Cancelled. Either a
 * signal handler calls cancel() (pcntl_async_signals), or $asked tells whether to go on; it is called about five times a second.
 */
class Cancellation
{
    /** The interval between calls of $asked, in seconds. */
    public const INTERVAL = 0.2;

    private bool $cancelled = false;

    /** @param ?\Closure(): bool $asked */
    public function __construct(private readonly ?\Closure $asked = null)
    {
    }

    public function cancel(): void
    {
        $this->cancelled = true;
    }

    public function cancelled(): bool
    {
        return $this->cancelled = $this->cancelled || ($this->asked !== null && ($this->asked)());
    }

    /** @throws Cancelled */
    public function check(): void
    {
        if ($this->cancelled()) {
            throw new Cancelled('The call was cancelled.');
        }
    }

    /** @throws Cancelled as soon as cancel() is called or $asked returns false */
    public function wait(float $seconds): void
    {
        $end = hrtime(true) + $seconds * 1e9;
        while (($left = ($end - hrtime(true)) / 1e9) > 0) {
            $this->check();
            usleep((int) ceil(min($left, self::INTERVAL) * 1e6));
        }
        $this->check();
    }
}
