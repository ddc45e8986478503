<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductTier extends Document
{
    public function __construct(
        /** @var Decimal|null price of one unit */
        public ?Decimal $price = null,
        /** @var Decimal|null minimum quantity for this price */
        public ?Decimal $qty = null,
        /** @var int|null saving per unit, in percent */
        public ?int $savePercent = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductTier'): static
    {
        return new self(
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            savePercent: Read::integer($members['savePercent'] ?? null, $where . '.savePercent'),
        );
    }
}
