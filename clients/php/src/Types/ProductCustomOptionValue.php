<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductCustomOptionValue extends Document
{
    public function __construct(
        /** @var Decimal|null default price */
        public ?Decimal $defaultPrice = null,
        /** @var 'fixed'|'percent'|null default priceType */
        public ?string $defaultPriceType = null,
        /** @var string|null title in store views without their own */
        public ?string $defaultTitle = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the value */
        public ?int $id = null,
        /** @var int|null ID of the option */
        public ?int $optionId = null,
        /** @var Decimal|null surcharge on the price */
        public ?Decimal $price = null,
        /** @var 'fixed'|'percent'|null whether price is an amount (fixed) or a percentage of the product's price */
        public ?string $priceType = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var string|null SKU suffix */
        public ?string $sku = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var Decimal|null price of the store view; null if it uses the default */
        public ?Decimal $storePrice = null,
        /** @var string|null priceType of the store view; null if it uses the default */
        public ?string $storePriceType = null,
        /** @var string|null title of the store view; null if it has none */
        public ?string $storeTitle = null,
        /** @var string|null title in the named store view */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductCustomOptionValue'): static
    {
        return new self(
            defaultPrice: Read::decimal($members['defaultPrice'] ?? null, $where . '.defaultPrice'),
            defaultPriceType: Read::text($members['defaultPriceType'] ?? null, $where . '.defaultPriceType'),
            defaultTitle: Read::text($members['defaultTitle'] ?? null, $where . '.defaultTitle'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            optionId: Read::integer($members['optionId'] ?? null, $where . '.optionId'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceType: Read::text($members['priceType'] ?? null, $where . '.priceType'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            storePrice: Read::decimal($members['storePrice'] ?? null, $where . '.storePrice'),
            storePriceType: Read::text($members['storePriceType'] ?? null, $where . '.storePriceType'),
            storeTitle: Read::text($members['storeTitle'] ?? null, $where . '.storeTitle'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
