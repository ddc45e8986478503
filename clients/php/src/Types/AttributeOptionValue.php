<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AttributeOptionValue extends Document
{
    public function __construct(
        /** @var string|null label */
        public ?string $label = null,
        /** @var string|null option ID, for writing and filtering */
        public ?string $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AttributeOptionValue'): static
    {
        return new self(
            label: Read::text($members['label'] ?? null, $where . '.label'),
            value: Read::text($members['value'] ?? null, $where . '.value'),
        );
    }
}
