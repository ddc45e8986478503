<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Prices extends Document
{
    public function __construct(
        /** @var Decimal|null fee kept from the refund */
        public ?Decimal $adjustmentNegative = null,
        /** @var Decimal|null amount added to the refund */
        public ?Decimal $adjustmentPositive = null,
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
        /** @var Decimal|null amount still due, in the base currency */
        public ?Decimal $baseTotalDue = null,
        /** @var Decimal|null paid amount, in the base currency */
        public ?Decimal $baseTotalPaid = null,
        /** @var Decimal|null refunded amount, in the base currency */
        public ?Decimal $baseTotalRefunded = null,
        /** @var Decimal|null discount amount */
        public ?Decimal $discountAmount = null,
        /** @var Decimal|null amount paid by gift cards */
        public ?Decimal $giftcardAmount = null,
        /** @var Decimal|null grand total, with tax, shipping and discount */
        public ?Decimal $grandTotal = null,
        /** @var Decimal|null tax on the discount, if discounts apply to prices with tax */
        public ?Decimal $hiddenTaxAmount = null,
        /** @var Decimal|null shipping amount, without tax */
        public ?Decimal $shippingAmount = null,
        /** @var Decimal|null shipping amount, with tax */
        public ?Decimal $shippingAmountInclTax = null,
        /** @var Decimal|null discount on shipping */
        public ?Decimal $shippingDiscountAmount = null,
        /** @var Decimal|null tax on shipping */
        public ?Decimal $shippingTaxAmount = null,
        /** @var Decimal|null subtotal, before discount and without tax */
        public ?Decimal $subtotal = null,
        /** @var Decimal|null canceled part of the subtotal */
        public ?Decimal $subtotalCanceled = null,
        /** @var Decimal|null subtotal, before discount, with tax */
        public ?Decimal $subtotalInclTax = null,
        /** @var Decimal|null invoiced part of the subtotal */
        public ?Decimal $subtotalInvoiced = null,
        /** @var Decimal|null refunded part of the subtotal */
        public ?Decimal $subtotalRefunded = null,
        /** @var Decimal|null tax amount */
        public ?Decimal $taxAmount = null,
        /** @var Decimal|null amount canceled before it was invoiced */
        public ?Decimal $totalCanceled = null,
        /** @var Decimal|null amount still due */
        public ?Decimal $totalDue = null,
        /** @var Decimal|null invoiced amount */
        public ?Decimal $totalInvoiced = null,
        /** @var Decimal|null paid amount */
        public ?Decimal $totalPaid = null,
        /** @var Decimal|null refunded amount */
        public ?Decimal $totalRefunded = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Prices'): static
    {
        return new self(
            adjustmentNegative: Read::decimal($members['adjustmentNegative'] ?? null, $where . '.adjustmentNegative'),
            adjustmentPositive: Read::decimal($members['adjustmentPositive'] ?? null, $where . '.adjustmentPositive'),
            baseDiscountAmount: Read::decimal($members['baseDiscountAmount'] ?? null, $where . '.baseDiscountAmount'),
            baseGrandTotal: Read::decimal($members['baseGrandTotal'] ?? null, $where . '.baseGrandTotal'),
            baseShippingAmount: Read::decimal($members['baseShippingAmount'] ?? null, $where . '.baseShippingAmount'),
            baseSubtotal: Read::decimal($members['baseSubtotal'] ?? null, $where . '.baseSubtotal'),
            baseTaxAmount: Read::decimal($members['baseTaxAmount'] ?? null, $where . '.baseTaxAmount'),
            baseTotalDue: Read::decimal($members['baseTotalDue'] ?? null, $where . '.baseTotalDue'),
            baseTotalPaid: Read::decimal($members['baseTotalPaid'] ?? null, $where . '.baseTotalPaid'),
            baseTotalRefunded: Read::decimal($members['baseTotalRefunded'] ?? null, $where . '.baseTotalRefunded'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            giftcardAmount: Read::decimal($members['giftcardAmount'] ?? null, $where . '.giftcardAmount'),
            grandTotal: Read::decimal($members['grandTotal'] ?? null, $where . '.grandTotal'),
            hiddenTaxAmount: Read::decimal($members['hiddenTaxAmount'] ?? null, $where . '.hiddenTaxAmount'),
            shippingAmount: Read::decimal($members['shippingAmount'] ?? null, $where . '.shippingAmount'),
            shippingAmountInclTax: Read::decimal($members['shippingAmountInclTax'] ?? null, $where . '.shippingAmountInclTax'),
            shippingDiscountAmount: Read::decimal($members['shippingDiscountAmount'] ?? null, $where . '.shippingDiscountAmount'),
            shippingTaxAmount: Read::decimal($members['shippingTaxAmount'] ?? null, $where . '.shippingTaxAmount'),
            subtotal: Read::decimal($members['subtotal'] ?? null, $where . '.subtotal'),
            subtotalCanceled: Read::decimal($members['subtotalCanceled'] ?? null, $where . '.subtotalCanceled'),
            subtotalInclTax: Read::decimal($members['subtotalInclTax'] ?? null, $where . '.subtotalInclTax'),
            subtotalInvoiced: Read::decimal($members['subtotalInvoiced'] ?? null, $where . '.subtotalInvoiced'),
            subtotalRefunded: Read::decimal($members['subtotalRefunded'] ?? null, $where . '.subtotalRefunded'),
            taxAmount: Read::decimal($members['taxAmount'] ?? null, $where . '.taxAmount'),
            totalCanceled: Read::decimal($members['totalCanceled'] ?? null, $where . '.totalCanceled'),
            totalDue: Read::decimal($members['totalDue'] ?? null, $where . '.totalDue'),
            totalInvoiced: Read::decimal($members['totalInvoiced'] ?? null, $where . '.totalInvoiced'),
            totalPaid: Read::decimal($members['totalPaid'] ?? null, $where . '.totalPaid'),
            totalRefunded: Read::decimal($members['totalRefunded'] ?? null, $where . '.totalRefunded'),
        );
    }
}
