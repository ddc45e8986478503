<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\Cancelled;

/**
 * Cancels calls that it was given to: a call that waits for the shop, or for its next attempt, ends with Cancelled. cancel() is called by a
 * handler of a signal (pcntl_async_signals), or $asked is a function that tells whether to go on; it is asked about five times a second.
 */
class Cancellation
{
    /** How long a wait goes on without asking, in seconds. */
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

    /** @throws Cancelled as soon as it is cancelled */
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
