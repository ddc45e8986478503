<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ShipmentItem extends Document
{
    public function __construct(
        /** @var string|null description */
        public ?string $description = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the line */
        public ?int $id = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var int|null ID of the order line */
        public ?int $orderItemId = null,
        /** @var Decimal|null price of one unit */
        public ?Decimal $price = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var Decimal|null quantity; may have decimals if the product allows it */
        public ?Decimal $qty = null,
        /** @var Decimal|null row total, before discount and without tax */
        public ?Decimal $rowTotal = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var Decimal|null weight of one unit, in the shop's unit of weight */
        public ?Decimal $weight = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ShipmentItem'): static
    {
        return new self(
            description: Read::text($members['description'] ?? null, $where . '.description'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            orderItemId: Read::integer($members['orderItemId'] ?? null, $where . '.orderItemId'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            rowTotal: Read::decimal($members['rowTotal'] ?? null, $where . '.rowTotal'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            weight: Read::decimal($members['weight'] ?? null, $where . '.weight'),
        );
    }
}
