<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class GroupedAttribute extends Document
{
    public function __construct(
        /** @var string|null attribute code */
        public ?string $code = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'GroupedAttribute'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
        );
    }
}
