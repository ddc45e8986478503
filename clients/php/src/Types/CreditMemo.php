<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CreditMemo extends Document
{
    public function __construct(
        /** @var Decimal|null adjustmentPositive minus adjustmentNegative */
        public ?Decimal $adjustment = null,
        /** @var Decimal|null fee kept from the refund */
        public ?Decimal $adjustmentNegative = null,
        /** @var Decimal|null amount added to the refund */
        public ?Decimal $adjustmentPositive = null,
        /** @var Decimal|null adjustmentPositive minus adjustmentNegative, in the base currency */
        public ?Decimal $baseAdjustment = null,
        /** @var string|null base currency of the website (ISO 4217) */
        public ?string $baseCurrencyCode = null,
        /** @var Decimal|null discount in the base currency; negative or 0 */
        public ?Decimal $baseDiscountAmount = null,
        /** @var Decimal|null amount refunded to gift cards, in the base currency */
        public ?Decimal $baseGiftcardAmount = null,
        /** @var Decimal|null grand total, with tax, shipping and discount, in the base currency */
        public ?Decimal $baseGrandTotal = null,
        /** @var Decimal|null shipping amount, without tax, in the base currency */
        public ?Decimal $baseShippingAmount = null,
        /** @var Decimal|null subtotal, before discount and without tax, in the base currency */
        public ?Decimal $baseSubtotal = null,
        /** @var Decimal|null tax amount, in the base currency */
        public ?Decimal $baseTaxAmount = null,
        /** @var string|null comment, as plain text */
        public ?string $comment = null,
        /** @var list<Comment>|null comments, newest first */
        public ?array $comments = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var int|null status of the credit memo, as a number */
        public ?int $creditmemoStatus = null,
        /** @var string|null currency of the amounts (ISO 4217) */
        public ?string $currency = null,
        /** @var Decimal|null discount; negative or 0 */
        public ?Decimal $discountAmount = null,
        /** @var string|null names of the applied price rules, or the coupon code */
        public ?string $discountDescription = null,
        /** @var bool|null whether its e-mail was sent */
        public ?bool $emailSent = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var Decimal|null amount refunded to gift cards */
        public ?Decimal $giftcardAmount = null,
        /** @var Decimal|null refunded money, without the part refunded to gift cards */
        public ?Decimal $grandTotal = null,
        /** @var Decimal|null tax on the discount, if discounts apply to prices with tax */
        public ?Decimal $hiddenTaxAmount = null,
        /** @var int|null ID of the credit memo */
        public ?int $id = null,
        /** @var string|null increment ID, the number that customers see */
        public ?string $incrementId = null,
        /** @var int|null ID of the invoice */
        public ?int $invoiceId = null,
        /** @var list<CreditMemoItem>|null lines, in the order they were added */
        public ?array $items = null,
        /** @var list<string>|null sentences on what was refunded along: shipping, gift cards, adjustments, units returned to stock */
        public ?array $notes = null,
        /** @var string|null currency of the order (ISO 4217) */
        public ?string $orderCurrencyCode = null,
        /** @var int|null ID of the order */
        public ?int $orderId = null,
        /** @var string|null increment ID of the order, the number that customers see */
        public ?string $orderIncrementId = null,
        /** @var Decimal|null shipping amount, without tax */
        public ?Decimal $shippingAmount = null,
        /** @var Decimal|null shipping amount, with tax */
        public ?Decimal $shippingInclTax = null,
        /** @var Decimal|null tax on shipping */
        public ?Decimal $shippingTaxAmount = null,
        /** @var 'open'|'refunded'|'canceled'|'unknown'|null code of the state */
        public ?string $state = null,
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var Decimal|null subtotal, before discount and without tax */
        public ?Decimal $subtotal = null,
        /** @var Decimal|null subtotal, before discount, with tax */
        public ?Decimal $subtotalInclTax = null,
        /** @var Decimal|null tax amount */
        public ?Decimal $taxAmount = null,
        /** @var string|null transaction ID at the payment provider */
        public ?string $transactionId = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CreditMemo'): static
    {
        return new self(
            adjustment: Read::decimal($members['adjustment'] ?? null, $where . '.adjustment'),
            adjustmentNegative: Read::decimal($members['adjustmentNegative'] ?? null, $where . '.adjustmentNegative'),
            adjustmentPositive: Read::decimal($members['adjustmentPositive'] ?? null, $where . '.adjustmentPositive'),
            baseAdjustment: Read::decimal($members['baseAdjustment'] ?? null, $where . '.baseAdjustment'),
            baseCurrencyCode: Read::text($members['baseCurrencyCode'] ?? null, $where . '.baseCurrencyCode'),
            baseDiscountAmount: Read::decimal($members['baseDiscountAmount'] ?? null, $where . '.baseDiscountAmount'),
            baseGiftcardAmount: Read::decimal($members['baseGiftcardAmount'] ?? null, $where . '.baseGiftcardAmount'),
            baseGrandTotal: Read::decimal($members['baseGrandTotal'] ?? null, $where . '.baseGrandTotal'),
            baseShippingAmount: Read::decimal($members['baseShippingAmount'] ?? null, $where . '.baseShippingAmount'),
            baseSubtotal: Read::decimal($members['baseSubtotal'] ?? null, $where . '.baseSubtotal'),
            baseTaxAmount: Read::decimal($members['baseTaxAmount'] ?? null, $where . '.baseTaxAmount'),
            comment: Read::text($members['comment'] ?? null, $where . '.comment'),
            comments: Read::listOf(Read::object(Comment::class))($members['comments'] ?? null, $where . '.comments'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            creditmemoStatus: Read::integer($members['creditmemoStatus'] ?? null, $where . '.creditmemoStatus'),
            currency: Read::text($members['currency'] ?? null, $where . '.currency'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            discountDescription: Read::text($members['discountDescription'] ?? null, $where . '.discountDescription'),
            emailSent: Read::boolean($members['emailSent'] ?? null, $where . '.emailSent'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            giftcardAmount: Read::decimal($members['giftcardAmount'] ?? null, $where . '.giftcardAmount'),
            grandTotal: Read::decimal($members['grandTotal'] ?? null, $where . '.grandTotal'),
            hiddenTaxAmount: Read::decimal($members['hiddenTaxAmount'] ?? null, $where . '.hiddenTaxAmount'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            incrementId: Read::text($members['incrementId'] ?? null, $where . '.incrementId'),
            invoiceId: Read::integer($members['invoiceId'] ?? null, $where . '.invoiceId'),
            items: Read::listOf(Read::object(CreditMemoItem::class))($members['items'] ?? null, $where . '.items'),
            notes: Read::listOf(Read::text(...))($members['notes'] ?? null, $where . '.notes'),
            orderCurrencyCode: Read::text($members['orderCurrencyCode'] ?? null, $where . '.orderCurrencyCode'),
            orderId: Read::integer($members['orderId'] ?? null, $where . '.orderId'),
            orderIncrementId: Read::text($members['orderIncrementId'] ?? null, $where . '.orderIncrementId'),
            shippingAmount: Read::decimal($members['shippingAmount'] ?? null, $where . '.shippingAmount'),
            shippingInclTax: Read::decimal($members['shippingInclTax'] ?? null, $where . '.shippingInclTax'),
            shippingTaxAmount: Read::decimal($members['shippingTaxAmount'] ?? null, $where . '.shippingTaxAmount'),
            state: Read::text($members['state'] ?? null, $where . '.state'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            subtotal: Read::decimal($members['subtotal'] ?? null, $where . '.subtotal'),
            subtotalInclTax: Read::decimal($members['subtotalInclTax'] ?? null, $where . '.subtotalInclTax'),
            taxAmount: Read::decimal($members['taxAmount'] ?? null, $where . '.taxAmount'),
            transactionId: Read::text($members['transactionId'] ?? null, $where . '.transactionId'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
        );
    }
}
