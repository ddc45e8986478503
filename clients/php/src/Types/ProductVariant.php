<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductVariant extends Document
{
    public function __construct(
        /** @var array<string, mixed>|null option ID by attribute code */
        public ?array $attributes = null,
        /** @var string|null barcode */
        public ?string $barcode = null,
        /** @var Decimal|null price of one unit today, with all catalog discounts */
        public ?Decimal $finalPrice = null,
        /** @var int|null ID of the variant */
        public ?int $id = null,
        /** @var string|null URL of the main image */
        public ?string $imageUrl = null,
        /** @var bool|null whether it is in stock */
        public ?bool $inStock = null,
        /** @var Decimal|null price of one unit */
        public ?Decimal $price = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var Decimal|null quantity in stock */
        public ?Decimal $stockQty = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductVariant'): static
    {
        return new self(
            attributes: Read::mapOf(Read::any(...))($members['attributes'] ?? null, $where . '.attributes'),
            barcode: Read::text($members['barcode'] ?? null, $where . '.barcode'),
            finalPrice: Read::decimal($members['finalPrice'] ?? null, $where . '.finalPrice'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            imageUrl: Read::text($members['imageUrl'] ?? null, $where . '.imageUrl'),
            inStock: Read::boolean($members['inStock'] ?? null, $where . '.inStock'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            stockQty: Read::decimal($members['stockQty'] ?? null, $where . '.stockQty'),
        );
    }
}
