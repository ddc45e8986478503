<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** Stores the position of a follower. */
interface Place
{
    /** Returns the last stored cursor, or null if there is none. */
    public function load(): ?string;

    /** Stores a cursor durably: after it returns, the cursor must survive a power cut. */
    public function store(string $cursor): void;
}
