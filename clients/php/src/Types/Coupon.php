<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Coupon extends Document
{
    public function __construct(
        /** @var bool|null whether shipping is discounted too */
        public ?bool $applyToShipping = null,
        /** @var string|null code that customers enter */
        public ?string $code = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var list<int>|null IDs of the customer groups; 0 stands for guests */
        public ?array $customerGroupIds = null,
        /** @var string|null description */
        public ?string $description = null,
        /** @var Decimal|null percentage, amount in the base currency, or free units for buy_x_get_y */
        public ?Decimal $discountAmount = null,
        /** @var Decimal|null maximum discounted units per line */
        public ?Decimal $discountQty = null,
        /** @var int|null buy_x_get_y: units to buy */
        public ?int $discountStep = null,
        /** @var 'percent'|'fixed'|'cart_fixed'|'buy_x_get_y'|null kind of discount */
        public ?string $discountType = null,
        /** @var string|null expiry of the code, in UTC */
        public ?string $expirationDate = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null first day of validity, in the store's time zone */
        public ?string $fromDate = null,
        /** @var int|null ID of the coupon */
        public ?int $id = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var bool|null whether it is the primary code of its price rule */
        public ?bool $isPrimary = null,
        /** @var Decimal|null minimum subtotal in the base currency, without tax, before discount and shipping */
        public ?Decimal $minimumSubtotal = null,
        /** @var int|null ID of the price rule */
        public ?int $ruleId = null,
        /** @var string|null name of the price rule */
        public ?string $ruleName = null,
        /** @var int|null free shipping: 0 no, 1 matching items, 2 whole shipment */
        public ?int $simpleFreeShipping = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var bool|null whether price rules with a higher sortOrder are skipped */
        public ?bool $stopRulesProcessing = null,
        /** @var int|null number of uses */
        public ?int $timesUsed = null,
        /** @var string|null last day of validity, inclusive */
        public ?string $toDate = null,
        /** @var int|null always 0: a code that the shop chose */
        public ?int $type = null,
        /** @var int|null maximum uses in total; absent for no limit */
        public ?int $usageLimit = null,
        /** @var int|null maximum uses per customer; absent for no limit */
        public ?int $usagePerCustomer = null,
        /** @var list<int>|null IDs of its websites */
        public ?array $websiteIds = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Coupon'): static
    {
        return new self(
            applyToShipping: Read::boolean($members['applyToShipping'] ?? null, $where . '.applyToShipping'),
            code: Read::text($members['code'] ?? null, $where . '.code'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            customerGroupIds: Read::listOf(Read::integer(...))($members['customerGroupIds'] ?? null, $where . '.customerGroupIds'),
            description: Read::text($members['description'] ?? null, $where . '.description'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            discountQty: Read::decimal($members['discountQty'] ?? null, $where . '.discountQty'),
            discountStep: Read::integer($members['discountStep'] ?? null, $where . '.discountStep'),
            discountType: Read::text($members['discountType'] ?? null, $where . '.discountType'),
            expirationDate: Read::text($members['expirationDate'] ?? null, $where . '.expirationDate'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            fromDate: Read::text($members['fromDate'] ?? null, $where . '.fromDate'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            isPrimary: Read::boolean($members['isPrimary'] ?? null, $where . '.isPrimary'),
            minimumSubtotal: Read::decimal($members['minimumSubtotal'] ?? null, $where . '.minimumSubtotal'),
            ruleId: Read::integer($members['ruleId'] ?? null, $where . '.ruleId'),
            ruleName: Read::text($members['ruleName'] ?? null, $where . '.ruleName'),
            simpleFreeShipping: Read::integer($members['simpleFreeShipping'] ?? null, $where . '.simpleFreeShipping'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            stopRulesProcessing: Read::boolean($members['stopRulesProcessing'] ?? null, $where . '.stopRulesProcessing'),
            timesUsed: Read::integer($members['timesUsed'] ?? null, $where . '.timesUsed'),
            toDate: Read::text($members['toDate'] ?? null, $where . '.toDate'),
            type: Read::integer($members['type'] ?? null, $where . '.type'),
            usageLimit: Read::integer($members['usageLimit'] ?? null, $where . '.usageLimit'),
            usagePerCustomer: Read::integer($members['usagePerCustomer'] ?? null, $where . '.usagePerCustomer'),
            websiteIds: Read::listOf(Read::integer(...))($members['websiteIds'] ?? null, $where . '.websiteIds'),
        );
    }
}
