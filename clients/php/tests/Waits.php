<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Cancellation;

/** Records the waits of a call instead of waiting. */
final class Waits extends Cancellation
{
    /** @var list<float> */
    public array $seconds = [];

    public function wait(float $seconds): void
    {
        $this->seconds[] = $seconds;
    }
}
