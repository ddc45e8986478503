<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductSummary extends Document
{
    public function __construct(
        /** @var Decimal|null price of one unit today, with all catalog discounts */
        public ?Decimal $finalPrice = null,
        /** @var int|null ID of the product */
        public ?int $id = null,
        /** @var string|null URL of the main image */
        public ?string $imageUrl = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var Decimal|null price of one unit */
        public ?Decimal $price = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var string|null URL of the image for lists */
        public ?string $smallImageUrl = null,
        /** @var Decimal|null special price of one unit, during its period */
        public ?Decimal $specialPrice = null,
        /** @var 'in_stock'|'out_of_stock'|null stock status */
        public ?string $stockStatus = null,
        /** @var string|null URL of the thumbnail */
        public ?string $thumbnailUrl = null,
        /** @var string|null URL key, the last segment of the URL in the storefront */
        public ?string $urlKey = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductSummary'): static
    {
        return new self(
            finalPrice: Read::decimal($members['finalPrice'] ?? null, $where . '.finalPrice'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            imageUrl: Read::text($members['imageUrl'] ?? null, $where . '.imageUrl'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            smallImageUrl: Read::text($members['smallImageUrl'] ?? null, $where . '.smallImageUrl'),
            specialPrice: Read::decimal($members['specialPrice'] ?? null, $where . '.specialPrice'),
            stockStatus: Read::text($members['stockStatus'] ?? null, $where . '.stockStatus'),
            thumbnailUrl: Read::text($members['thumbnailUrl'] ?? null, $where . '.thumbnailUrl'),
            urlKey: Read::text($members['urlKey'] ?? null, $where . '.urlKey'),
        );
    }
}
