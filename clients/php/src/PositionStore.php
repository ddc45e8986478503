<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** Keeps the position up to which changes were handled. */
interface PositionStore
{
    /** Returns the stored position, or null. */
    public function load(): ?string;

    /** Stores a position for good: it is there after a power cut. */
    public function save(string $position): void;
}
