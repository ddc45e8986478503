<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CatalogCustomOptionValuesUpdateBody extends Body
{
    public function __construct(
        /** @var Decimal|null surcharge on the price */
        public Decimal|int|null $price = null,
        /** @var 'fixed'|'percent'|null whether price is an amount (fixed) or a percentage of the product's price */
        public ?string $priceType = null,
        /** @var string|null SKU suffix; the same in all store views */
        public ?string $sku = null,
        /** @var int|null position; the same in all store views */
        public ?int $sortOrder = null,
        /** @var string|null title; required */
        public ?string $title = null,
    ) {
    }
}
