<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class SalesCouponsUpdateBody extends Body
{
    public function __construct(
        /** @var bool|null whether shipping is discounted too */
        public ?bool $applyToShipping = null,
        /** @var string|null 3 to 64 letters, digits, dashes and underscores; case-insensitive */
        public ?string $code = null,
        /** @var list<int>|null IDs of the customer groups it applies to, 0 for guests; all by default */
        public ?array $customerGroupIds = null,
        /** @var string|null description, also the name of the rule */
        public ?string $description = null,
        /** @var Decimal|null percentage, amount in the base currency, or free units for buy_x_get_y */
        public Decimal|int|null $discountAmount = null,
        /** @var Decimal|null maximum discounted units per line; 0 or null for all */
        public Decimal|int|null $discountQty = null,
        /** @var int|null buy_x_get_y: units to buy, 1 by default; percent and fixed: only whole multiples are discounted */
        public ?int $discountStep = null,
        /** @var 'percent'|'fixed'|'cart_fixed'|'buy_x_get_y'|null kind of discount */
        public ?string $discountType = null,
        /** @var string|null expiry of the code: a date, or a date and time in UTC; empty clears it. Set to toDate if that is sent alone */
        public ?string $expirationDate = null,
        /** @var string|null first day of validity, in the store's time zone */
        public ?string $fromDate = null,
        /** @var bool|null true by default */
        public ?bool $isActive = null,
        /** @var Decimal|null minimum subtotal, in the base currency, without tax and before discount; 0 or null for none */
        public Decimal|int|null $minimumSubtotal = null,
        /** @var int|null free shipping: 0 no, 1 matching items, 2 whole shipment */
        public ?int $simpleFreeShipping = null,
        /** @var int|null rules are applied in ascending order */
        public ?int $sortOrder = null,
        /** @var bool|null skip later rules for lines this one applies to */
        public ?bool $stopRulesProcessing = null,
        /** @var string|null last day of validity, inclusive */
        public ?string $toDate = null,
        /** @var int|null maximum uses in total; 0 or null for no limit */
        public ?int $usageLimit = null,
        /** @var int|null maximum uses per customer; 0 or null for no limit. Guests are not counted */
        public ?int $usagePerCustomer = null,
        /** @var list<int>|null IDs of the websites it applies to; the current one by default */
        public ?array $websiteIds = null,
    ) {
    }
}
