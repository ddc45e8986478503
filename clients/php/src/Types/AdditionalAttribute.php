<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AdditionalAttribute extends Document
{
    public function __construct(
        /** @var string|null attribute code */
        public ?string $code = null,
        /** @var string|null label */
        public ?string $label = null,
        /** @var string|null value, as text */
        public ?string $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AdditionalAttribute'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            value: Read::text($members['value'] ?? null, $where . '.value'),
        );
    }
}
