<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductTierPrice extends Document
{
    public function __construct(
        /** @var int|string|null ID of the customer group, or all */
        public int|string|null $customerGroupId = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null ID of the tier price */
        public ?string $id = null,
        /** @var Decimal|null price of one unit; for bundles a discount in percent */
        public ?Decimal $price = null,
        /** @var Decimal|null minimum quantity for this price */
        public ?Decimal $qty = null,
        /** @var int|null ID of the website; 0 for all */
        public ?int $websiteId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductTierPrice'): static
    {
        return new self(
            customerGroupId: Read::either(Read::integer(...), Read::text(...))($members['customerGroupId'] ?? null, $where . '.customerGroupId'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            websiteId: Read::integer($members['websiteId'] ?? null, $where . '.websiteId'),
        );
    }
}
