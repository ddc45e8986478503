<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductMember extends Document
{
    public function __construct(
        /** @var Decimal|null preselected quantity */
        public ?Decimal $defaultQty = null,
        /** @var Decimal|null price of one unit today, with all catalog discounts */
        public ?Decimal $finalPrice = null,
        /** @var int|null ID of the product */
        public ?int $id = null,
        /** @var string|null URL of the main image */
        public ?string $imageUrl = null,
        /** @var bool|null whether it is in stock */
        public ?bool $inStock = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var Decimal|null price of one unit */
        public ?Decimal $price = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var Decimal|null quantity in stock */
        public ?Decimal $stockQty = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductMember'): static
    {
        return new self(
            defaultQty: Read::decimal($members['defaultQty'] ?? null, $where . '.defaultQty'),
            finalPrice: Read::decimal($members['finalPrice'] ?? null, $where . '.finalPrice'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            imageUrl: Read::text($members['imageUrl'] ?? null, $where . '.imageUrl'),
            inStock: Read::boolean($members['inStock'] ?? null, $where . '.inStock'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            stockQty: Read::decimal($members['stockQty'] ?? null, $where . '.stockQty'),
        );
    }
}
