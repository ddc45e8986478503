<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Chain extends Document
{
    public function __construct(
        /** @var int|null position of the newest checkpoint, 0 before the first */
        public ?int $after = null,
        /** @var string|null seal there, in hexadecimal */
        public ?string $seal = null,
        /** @var list<string>|null seals of the positions after it, in hexadecimal */
        public ?array $seals = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Chain'): static
    {
        return new self(
            after: Read::integer($members['after'] ?? null, $where . '.after'),
            seal: Read::text($members['seal'] ?? null, $where . '.seal'),
            seals: Read::listOf(Read::text(...))($members['seals'] ?? null, $where . '.seals'),
        );
    }
}
