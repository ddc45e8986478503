<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Region extends Document
{
    public function __construct(
        /** @var string|null code of the region, such as CA */
        public ?string $code = null,
        /** @var int|null ID of the region, for regionId in addresses */
        public ?int $id = null,
        /** @var string|null name of the region */
        public ?string $name = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Region'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
        );
    }
}
