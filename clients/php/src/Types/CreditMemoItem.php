<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CreditMemoItem extends Document
{
    public function __construct(
        /** @var bool|null whether the units were returned to stock */
        public ?bool $backToStock = null,
        /** @var Decimal|null discount amount, in the base currency */
        public ?Decimal $baseDiscountAmount = null,
        /** @var Decimal|null price of one unit, in the base currency */
        public ?Decimal $basePrice = null,
        /** @var Decimal|null row total, before discount and without tax, in the base currency */
        public ?Decimal $baseRowTotal = null,
        /** @var Decimal|null tax amount, in the base currency */
        public ?Decimal $baseTaxAmount = null,
        /** @var string|null description */
        public ?string $description = null,
        /** @var Decimal|null discount amount */
        public ?Decimal $discountAmount = null,
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
        /** @var Decimal|null price of one unit, with tax */
        public ?Decimal $priceInclTax = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var Decimal|null quantity; may have decimals if the product allows it */
        public ?Decimal $qty = null,
        /** @var Decimal|null row total, before discount and without tax */
        public ?Decimal $rowTotal = null,
        /** @var Decimal|null row total, before discount, with tax */
        public ?Decimal $rowTotalInclTax = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var Decimal|null tax amount */
        public ?Decimal $taxAmount = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CreditMemoItem'): static
    {
        return new self(
            backToStock: Read::boolean($members['backToStock'] ?? null, $where . '.backToStock'),
            baseDiscountAmount: Read::decimal($members['baseDiscountAmount'] ?? null, $where . '.baseDiscountAmount'),
            basePrice: Read::decimal($members['basePrice'] ?? null, $where . '.basePrice'),
            baseRowTotal: Read::decimal($members['baseRowTotal'] ?? null, $where . '.baseRowTotal'),
            baseTaxAmount: Read::decimal($members['baseTaxAmount'] ?? null, $where . '.baseTaxAmount'),
            description: Read::text($members['description'] ?? null, $where . '.description'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            orderItemId: Read::integer($members['orderItemId'] ?? null, $where . '.orderItemId'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceInclTax: Read::decimal($members['priceInclTax'] ?? null, $where . '.priceInclTax'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            rowTotal: Read::decimal($members['rowTotal'] ?? null, $where . '.rowTotal'),
            rowTotalInclTax: Read::decimal($members['rowTotalInclTax'] ?? null, $where . '.rowTotalInclTax'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            taxAmount: Read::decimal($members['taxAmount'] ?? null, $where . '.taxAmount'),
        );
    }
}
