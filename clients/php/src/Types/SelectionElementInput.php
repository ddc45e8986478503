<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class SelectionElementInput extends Body
{
    public function __construct(
        /** @var bool|null whether the quantity can be changed; true by default */
        public ?bool $canChangeQty = null,
        /** @var bool|null whether it is preselected */
        public ?bool $isDefault = null,
        /** @var int|null position in the option; 0 by default */
        public ?int $position = null,
        /** @var Decimal|null surcharge on the price of the bundle */
        public Decimal|int|null $price = null,
        /** @var 'fixed'|'percent'|null fixed by default */
        public ?string $priceType = null,
        /** @var int|null ID of the product; an entry without it is ignored */
        public ?int $productId = null,
        /** @var Decimal|null preselected quantity; 1 by default */
        public Decimal|int|null $qty = null,
    ) {
    }
}
