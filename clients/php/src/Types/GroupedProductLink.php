<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class GroupedProductLink extends Document
{
    public function __construct(
        /** @var int|null ID of the product in the group */
        public ?int $childProductId = null,
        /** @var string|null name of the product in the group */
        public ?string $childProductName = null,
        /** @var string|null SKU of the product in the group */
        public ?string $childProductSku = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null ID of the link */
        public ?string $id = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var Decimal|null preselected quantity */
        public ?Decimal $qty = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'GroupedProductLink'): static
    {
        return new self(
            childProductId: Read::integer($members['childProductId'] ?? null, $where . '.childProductId'),
            childProductName: Read::text($members['childProductName'] ?? null, $where . '.childProductName'),
            childProductSku: Read::text($members['childProductSku'] ?? null, $where . '.childProductSku'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
        );
    }
}
