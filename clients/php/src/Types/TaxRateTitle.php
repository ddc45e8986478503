<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TaxRateTitle extends Document
{
    public function __construct(
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var string|null name of the rate in the store view */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TaxRateTitle'): static
    {
        return new self(
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
