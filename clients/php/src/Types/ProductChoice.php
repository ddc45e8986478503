<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductChoice extends Document
{
    public function __construct(
        /** @var string|null attribute code */
        public ?string $code = null,
        /** @var int|null ID of the attribute */
        public ?int $id = null,
        /** @var string|null label */
        public ?string $label = null,
        /** @var list<ProductChoiceValue>|null option values that occur in a variant */
        public ?array $values = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductChoice'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            values: Read::listOf(Read::object(ProductChoiceValue::class))($members['values'] ?? null, $where . '.values'),
        );
    }
}
