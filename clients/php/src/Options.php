<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** Options of the methods of resources. */
final readonly class Options
{
    /**
     * @param ?string $key the idempotency key of a write; a random one by default
     * @param ?string $ifMatch the ETag that the resource must have
     * @param bool $dryRun whether the shop decides a write and stores nothing
     * @param array<string, string> $headers further headers; the answer to a read with any is not remembered
     * @param ?Cancellation $cancellation cancels the call
     */
    public function __construct(
        public ?string $key = null,
        public ?string $ifMatch = null,
        public bool $dryRun = false,
        public array $headers = [],
        public ?Cancellation $cancellation = null,
    ) {
    }
}
