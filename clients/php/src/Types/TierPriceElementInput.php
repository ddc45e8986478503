<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class TierPriceElementInput extends Body
{
    public function __construct(
        /** @var int|string|null ID of the customer group, or all (the default) */
        public int|string|null $customerGroupId = null,
        /** @var Decimal|null price of one unit, in the base currency */
        public Decimal|int|null $price = null,
        /** @var Decimal|null minimum quantity; 1 by default */
        public Decimal|int|null $qty = null,
        /** @var int|null ID of the website it applies to; 0 for all (the default) */
        public ?int $websiteId = null,
    ) {
    }
}
