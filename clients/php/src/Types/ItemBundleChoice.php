<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ItemBundleChoice extends Document
{
    public function __construct(
        /** @var Decimal|null price of the product per bundle */
        public ?Decimal $price = null,
        /** @var Decimal|null quantity per bundle */
        public ?Decimal $qty = null,
        /** @var string|null name of the product */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ItemBundleChoice'): static
    {
        return new self(
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
