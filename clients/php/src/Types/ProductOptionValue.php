<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductOptionValue extends Document
{
    public function __construct(
        /** @var int|null ID of the value */
        public ?int $id = null,
        /** @var Decimal|null surcharge on the price */
        public ?Decimal $price = null,
        /** @var 'fixed'|'percent'|null whether price is an amount (fixed) or a percentage of the product's price */
        public ?string $priceType = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var string|null name of the choice */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductOptionValue'): static
    {
        return new self(
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceType: Read::text($members['priceType'] ?? null, $where . '.priceType'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
