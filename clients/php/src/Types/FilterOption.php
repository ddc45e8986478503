<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class FilterOption extends Document
{
    public function __construct(
        /** @var int|null number of products in the list with this value */
        public ?int $count = null,
        /** @var string|null label */
        public ?string $label = null,
        /** @var Swatch|null swatch of the option; null if it has none */
        public ?Swatch $swatch = null,
        /** @var string|null value, as text */
        public ?string $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'FilterOption'): static
    {
        return new self(
            count: Read::integer($members['count'] ?? null, $where . '.count'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            swatch: Read::object(Swatch::class)($members['swatch'] ?? null, $where . '.swatch'),
            value: Read::text($members['value'] ?? null, $where . '.value'),
        );
    }
}
