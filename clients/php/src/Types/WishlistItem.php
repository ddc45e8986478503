<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class WishlistItem extends Document
{
    public function __construct(
        /** @var string|null time of adding, in UTC; empty if nothing was merged */
        public ?string $addedAt = null,
        /** @var string|null customer's note */
        public ?string $description = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the wishlist item */
        public ?int $id = null,
        /** @var bool|null whether it is in stock */
        public ?bool $inStock = null,
        /** @var Decimal|null price of one unit today, with all catalog discounts */
        public ?Decimal $productFinalPrice = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var string|null URL of the small picture; empty if there is none */
        public ?string $productImageUrl = null,
        /** @var string|null name of the product */
        public ?string $productName = null,
        /** @var Decimal|null price without discounts; absent for product types without their own price */
        public ?Decimal $productPrice = null,
        /** @var string|null SKU of the product */
        public ?string $productSku = null,
        /** @var string|null product type; empty where there is no product */
        public ?string $productType = null,
        /** @var string|null path of the product page */
        public ?string $productUrl = null,
        /** @var int|null quantity */
        public ?int $qty = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'WishlistItem'): static
    {
        return new self(
            addedAt: Read::text($members['addedAt'] ?? null, $where . '.addedAt'),
            description: Read::text($members['description'] ?? null, $where . '.description'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            inStock: Read::boolean($members['inStock'] ?? null, $where . '.inStock'),
            productFinalPrice: Read::decimal($members['productFinalPrice'] ?? null, $where . '.productFinalPrice'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            productImageUrl: Read::text($members['productImageUrl'] ?? null, $where . '.productImageUrl'),
            productName: Read::text($members['productName'] ?? null, $where . '.productName'),
            productPrice: Read::decimal($members['productPrice'] ?? null, $where . '.productPrice'),
            productSku: Read::text($members['productSku'] ?? null, $where . '.productSku'),
            productType: Read::text($members['productType'] ?? null, $where . '.productType'),
            productUrl: Read::text($members['productUrl'] ?? null, $where . '.productUrl'),
            qty: Read::integer($members['qty'] ?? null, $where . '.qty'),
        );
    }
}
