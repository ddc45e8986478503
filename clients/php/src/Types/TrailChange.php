<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TrailChange extends Document
{
    public function __construct(
        /** @var mixed|null value after; missing if there is none */
        public mixed $after = null,
        /** @var mixed|null value before; missing if there was none */
        public mixed $before = null,
        /** @var string|null path of the member, such as items[12].qtyShipped; [] is a new element of a list */
        public ?string $field = null,
        /** @var string|null the member in words of the caller's language */
        public ?string $label = null,
        /** @var int|null store view whose own value changed */
        public ?int $storeId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TrailChange'): static
    {
        return new self(
            after: Read::any($members['after'] ?? null, $where . '.after'),
            before: Read::any($members['before'] ?? null, $where . '.before'),
            field: Read::text($members['field'] ?? null, $where . '.field'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
        );
    }
}
