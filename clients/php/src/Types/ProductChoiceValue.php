<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductChoiceValue extends Document
{
    public function __construct(
        /** @var mixed|null ID of the option */
        public mixed $id = null,
        /** @var string|null label */
        public ?string $label = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductChoiceValue'): static
    {
        return new self(
            id: Read::any($members['id'] ?? null, $where . '.id'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
        );
    }
}
