<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductOption extends Document
{
    public function __construct(
        /** @var int|null ID of the option */
        public ?int $id = null,
        /** @var bool|null whether the buyer must fill it in */
        public ?bool $required = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var string|null label that the buyer sees */
        public ?string $title = null,
        /** @var 'field'|'area'|'drop_down'|'radio'|'checkbox'|'multiple'|'file'|'date'|'date_time'|'time'|null input type */
        public ?string $type = null,
        /** @var list<ProductOptionValue>|null values to choose from */
        public ?array $values = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductOption'): static
    {
        return new self(
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            required: Read::boolean($members['required'] ?? null, $where . '.required'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
            values: Read::listOf(Read::object(ProductOptionValue::class))($members['values'] ?? null, $where . '.values'),
        );
    }
}
