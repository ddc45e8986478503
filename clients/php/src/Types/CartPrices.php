<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CartPrices extends Document
{
    public function __construct(
        /** @var Decimal|null discount amount, in the base currency */
        public ?Decimal $baseDiscountAmount = null,
        /** @var Decimal|null grand total, with tax, shipping and discount, in the base currency */
        public ?Decimal $baseGrandTotal = null,
        /** @var Decimal|null shipping amount, without tax, in the base currency */
        public ?Decimal $baseShippingAmount = null,
        /** @var Decimal|null subtotal, before discount and without tax, in the base currency */
        public ?Decimal $baseSubtotal = null,
        /** @var Decimal|null tax amount, in the base currency */
        public ?Decimal $baseTaxAmount = null,
        /** @var Decimal|null discount amount */
        public ?Decimal $discountAmount = null,
        /** @var Decimal|null amount paid by gift cards */
        public ?Decimal $giftcardAmount = null,
        /** @var Decimal|null grand total, with tax, shipping and discount */
        public ?Decimal $grandTotal = null,
        /** @var Decimal|null shipping amount, without tax */
        public ?Decimal $shippingAmount = null,
        /** @var Decimal|null shipping amount, with tax */
        public ?Decimal $shippingAmountInclTax = null,
        /** @var Decimal|null tax on shipping */
        public ?Decimal $shippingTaxAmount = null,
        /** @var Decimal|null subtotal, before discount and without tax */
        public ?Decimal $subtotal = null,
        /** @var Decimal|null subtotal, before discount, with tax */
        public ?Decimal $subtotalInclTax = null,
        /** @var Decimal|null subtotal after discount, without tax */
        public ?Decimal $subtotalWithDiscount = null,
        /** @var Decimal|null tax amount */
        public ?Decimal $taxAmount = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CartPrices'): static
    {
        return new self(
            baseDiscountAmount: Read::decimal($members['baseDiscountAmount'] ?? null, $where . '.baseDiscountAmount'),
            baseGrandTotal: Read::decimal($members['baseGrandTotal'] ?? null, $where . '.baseGrandTotal'),
            baseShippingAmount: Read::decimal($members['baseShippingAmount'] ?? null, $where . '.baseShippingAmount'),
            baseSubtotal: Read::decimal($members['baseSubtotal'] ?? null, $where . '.baseSubtotal'),
            baseTaxAmount: Read::decimal($members['baseTaxAmount'] ?? null, $where . '.baseTaxAmount'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            giftcardAmount: Read::decimal($members['giftcardAmount'] ?? null, $where . '.giftcardAmount'),
            grandTotal: Read::decimal($members['grandTotal'] ?? null, $where . '.grandTotal'),
            shippingAmount: Read::decimal($members['shippingAmount'] ?? null, $where . '.shippingAmount'),
            shippingAmountInclTax: Read::decimal($members['shippingAmountInclTax'] ?? null, $where . '.shippingAmountInclTax'),
            shippingTaxAmount: Read::decimal($members['shippingTaxAmount'] ?? null, $where . '.shippingTaxAmount'),
            subtotal: Read::decimal($members['subtotal'] ?? null, $where . '.subtotal'),
            subtotalInclTax: Read::decimal($members['subtotalInclTax'] ?? null, $where . '.subtotalInclTax'),
            subtotalWithDiscount: Read::decimal($members['subtotalWithDiscount'] ?? null, $where . '.subtotalWithDiscount'),
            taxAmount: Read::decimal($members['taxAmount'] ?? null, $where . '.taxAmount'),
        );
    }
}
