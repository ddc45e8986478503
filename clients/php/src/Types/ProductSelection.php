<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductSelection extends Document
{
    public function __construct(
        /** @var bool|null whether the buyer can change the quantity */
        public ?bool $canChangeQty = null,
        /** @var Decimal|null preselected quantity */
        public ?Decimal $defaultQty = null,
        /** @var int|null ID of the selection */
        public ?int $id = null,
        /** @var bool|null whether it is in stock */
        public ?bool $inStock = null,
        /** @var bool|null whether it is the default */
        public ?bool $isDefault = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var Decimal|null surcharge; with a dynamic bundle price, today's price of the product */
        public ?Decimal $price = null,
        /** @var 'fixed'|'percent'|null whether price is an amount (fixed) or a percentage of the product's price */
        public ?string $priceType = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var list<ProductTier>|null tier prices, for larger quantities */
        public ?array $tierPrices = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductSelection'): static
    {
        return new self(
            canChangeQty: Read::boolean($members['canChangeQty'] ?? null, $where . '.canChangeQty'),
            defaultQty: Read::decimal($members['defaultQty'] ?? null, $where . '.defaultQty'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            inStock: Read::boolean($members['inStock'] ?? null, $where . '.inStock'),
            isDefault: Read::boolean($members['isDefault'] ?? null, $where . '.isDefault'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceType: Read::text($members['priceType'] ?? null, $where . '.priceType'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            tierPrices: Read::listOf(Read::object(ProductTier::class))($members['tierPrices'] ?? null, $where . '.tierPrices'),
        );
    }
}
