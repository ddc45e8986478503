<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** Stores the position up to which changes were handled. */
interface PositionStore
{
    /** Returns the stored position, or null. */
    public function load(): ?string;

    /** Stores a position durably: it must survive a power cut. */
    public function save(string $position): void;
}
