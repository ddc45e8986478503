<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class OptionValueElementInput extends Body
{
    public function __construct(
        /** @var Decimal|null surcharge on the price; 0 by default */
        public Decimal|int|null $price = null,
        /** @var 'fixed'|'percent'|null fixed by default */
        public ?string $priceType = null,
        /** @var string|null SKU suffix */
        public ?string $sku = null,
        /** @var int|null position among the values; its index by default */
        public ?int $sortOrder = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }
}
