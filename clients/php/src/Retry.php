<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** The waits between attempts: random, up to a bound that doubles each time, and at least as long as the shop asks for. */
final readonly class Retry
{
    /**
     * @param int $attempts how often a call is sent at most
     * @param float $first seconds; the wait before attempt n is random, up to this time two to the power of n
     * @param float $longest the longest wait that the library chooses
     * @param float $patience the longest accepted Retry-After; with a longer one, the call fails
     * @param ?\Closure(): float $random a number from 0 to 1
     */
    public function __construct(
        public int $attempts = 5,
        public float $first = 0.2,
        public float $longest = 10.0,
        public float $patience = 60.0,
        private ?\Closure $random = null,
    ) {
    }

    /** Returns the seconds to wait before an attempt. The first attempt has number 1. */
    public function delay(int $attempt, ?float $retryAfter): float
    {
        $random = $this->random === null ? mt_rand() / mt_getrandmax() : ($this->random)();
        // From 30 attempts on, the bound is longer than any wait.
        $jittered = min($this->longest, $this->first * 2 ** min($attempt, 30)) * $random;

        return $retryAfter === null ? $jittered : $retryAfter + min($jittered, $this->first);
    }
}
