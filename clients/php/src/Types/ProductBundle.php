<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductBundle extends Document
{
    public function __construct(
        /** @var int|null ID of the option */
        public ?int $id = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var bool|null whether a choice is mandatory */
        public ?bool $required = null,
        /** @var list<ProductSelection>|null products to choose from */
        public ?array $selections = null,
        /** @var string|null label that the buyer sees */
        public ?string $title = null,
        /** @var 'select'|'radio'|'checkbox'|'multi'|null input type */
        public ?string $type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductBundle'): static
    {
        return new self(
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            required: Read::boolean($members['required'] ?? null, $where . '.required'),
            selections: Read::listOf(Read::object(ProductSelection::class))($members['selections'] ?? null, $where . '.selections'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
        );
    }
}
