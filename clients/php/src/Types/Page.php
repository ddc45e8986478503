<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Page extends Document
{
    public function __construct(
        /** @var list<Entry>|null the entries, in the order that was asked for */
        public ?array $entries = null,
        /** @var int|null position to send as after for the next part; 0: there is no more */
        public ?int $next = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Page'): static
    {
        return new self(
            entries: Read::listOf(Read::object(Entry::class))($members['entries'] ?? null, $where . '.entries'),
            next: Read::integer($members['next'] ?? null, $where . '.next'),
        );
    }
}
