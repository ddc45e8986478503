<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Changes extends Document
{
    public function __construct(
        /** @var list<Change>|null the changes, in the order of the log */
        public ?array $changes = null,
        /** @var string|null the same position with the name of the log; sent as after, another log refuses it */
        public ?string $cursor = null,
        /** @var int|null position to send as after next time, also when there are no changes */
        public ?int $next = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Changes'): static
    {
        return new self(
            changes: Read::listOf(Read::object(Change::class))($members['changes'] ?? null, $where . '.changes'),
            cursor: Read::text($members['cursor'] ?? null, $where . '.cursor'),
            next: Read::integer($members['next'] ?? null, $where . '.next'),
        );
    }
}
