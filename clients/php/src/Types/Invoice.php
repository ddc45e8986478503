<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Invoice extends Document
{
    public function __construct(
        /** @var Decimal|null discount in the base currency; negative or 0 */
        public ?Decimal $baseDiscountAmount = null,
        /** @var Decimal|null part paid by gift cards, in the base currency */
        public ?Decimal $baseGiftcardAmount = null,
        /** @var Decimal|null grand total, with tax, shipping and discount, in the base currency */
        public ?Decimal $baseGrandTotal = null,
        /** @var Decimal|null shipping amount, without tax, in the base currency */
        public ?Decimal $baseShippingAmount = null,
        /** @var Decimal|null subtotal, before discount and without tax, in the base currency */
        public ?Decimal $baseSubtotal = null,
        /** @var Decimal|null tax amount, in the base currency */
        public ?Decimal $baseTaxAmount = null,
        /** @var bool|null whether its payment can be voided */
        public ?bool $canVoidFlag = null,
        /** @var list<Comment>|null comments, newest first */
        public ?array $comments = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null currency of the order */
        public ?string $currency = null,
        /** @var Decimal|null discount; negative or 0 */
        public ?Decimal $discountAmount = null,
        /** @var string|null names of the applied price rules, or the coupon code */
        public ?string $discountDescription = null,
        /** @var bool|null whether its e-mail was sent */
        public ?bool $emailSent = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var Decimal|null part paid by gift cards */
        public ?Decimal $giftcardAmount = null,
        /** @var Decimal|null grand total, with tax, shipping and discount */
        public ?Decimal $grandTotal = null,
        /** @var int|null ID of the invoice */
        public ?int $id = null,
        /** @var string|null increment ID, the number that customers see */
        public ?string $incrementId = null,
        /** @var bool|null whether a refund was made for this invoice */
        public ?bool $isUsedForRefund = null,
        /** @var list<InvoiceItem>|null lines, in the order they were added */
        public ?array $items = null,
        /** @var int|null ID of the order */
        public ?int $orderId = null,
        /** @var string|null increment ID of the order, the number that customers see */
        public ?string $orderIncrementId = null,
        /** @var string|null URL of the PDF; in lists only */
        public ?string $pdfUrl = null,
        /** @var Decimal|null shipping amount, without tax */
        public ?Decimal $shippingAmount = null,
        /** @var Decimal|null shipping amount, with tax */
        public ?Decimal $shippingInclTax = null,
        /** @var int|null 1 open, 2 paid, 3 canceled */
        public ?int $state = null,
        /** @var 'open'|'paid'|'canceled'|null name of the state */
        public ?string $stateName = null,
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var Decimal|null subtotal, before discount and without tax */
        public ?Decimal $subtotal = null,
        /** @var Decimal|null subtotal, before discount, with tax */
        public ?Decimal $subtotalInclTax = null,
        /** @var Decimal|null tax amount */
        public ?Decimal $taxAmount = null,
        /** @var Decimal|null total quantity */
        public ?Decimal $totalQty = null,
        /** @var string|null transaction ID at the payment provider */
        public ?string $transactionId = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Invoice'): static
    {
        return new self(
            baseDiscountAmount: Read::decimal($members['baseDiscountAmount'] ?? null, $where . '.baseDiscountAmount'),
            baseGiftcardAmount: Read::decimal($members['baseGiftcardAmount'] ?? null, $where . '.baseGiftcardAmount'),
            baseGrandTotal: Read::decimal($members['baseGrandTotal'] ?? null, $where . '.baseGrandTotal'),
            baseShippingAmount: Read::decimal($members['baseShippingAmount'] ?? null, $where . '.baseShippingAmount'),
            baseSubtotal: Read::decimal($members['baseSubtotal'] ?? null, $where . '.baseSubtotal'),
            baseTaxAmount: Read::decimal($members['baseTaxAmount'] ?? null, $where . '.baseTaxAmount'),
            canVoidFlag: Read::boolean($members['canVoidFlag'] ?? null, $where . '.canVoidFlag'),
            comments: Read::listOf(Read::object(Comment::class))($members['comments'] ?? null, $where . '.comments'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            currency: Read::text($members['currency'] ?? null, $where . '.currency'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            discountDescription: Read::text($members['discountDescription'] ?? null, $where . '.discountDescription'),
            emailSent: Read::boolean($members['emailSent'] ?? null, $where . '.emailSent'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            giftcardAmount: Read::decimal($members['giftcardAmount'] ?? null, $where . '.giftcardAmount'),
            grandTotal: Read::decimal($members['grandTotal'] ?? null, $where . '.grandTotal'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            incrementId: Read::text($members['incrementId'] ?? null, $where . '.incrementId'),
            isUsedForRefund: Read::boolean($members['isUsedForRefund'] ?? null, $where . '.isUsedForRefund'),
            items: Read::listOf(Read::object(InvoiceItem::class))($members['items'] ?? null, $where . '.items'),
            orderId: Read::integer($members['orderId'] ?? null, $where . '.orderId'),
            orderIncrementId: Read::text($members['orderIncrementId'] ?? null, $where . '.orderIncrementId'),
            pdfUrl: Read::text($members['pdfUrl'] ?? null, $where . '.pdfUrl'),
            shippingAmount: Read::decimal($members['shippingAmount'] ?? null, $where . '.shippingAmount'),
            shippingInclTax: Read::decimal($members['shippingInclTax'] ?? null, $where . '.shippingInclTax'),
            state: Read::integer($members['state'] ?? null, $where . '.state'),
            stateName: Read::text($members['stateName'] ?? null, $where . '.stateName'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            subtotal: Read::decimal($members['subtotal'] ?? null, $where . '.subtotal'),
            subtotalInclTax: Read::decimal($members['subtotalInclTax'] ?? null, $where . '.subtotalInclTax'),
            taxAmount: Read::decimal($members['taxAmount'] ?? null, $where . '.taxAmount'),
            totalQty: Read::decimal($members['totalQty'] ?? null, $where . '.totalQty'),
            transactionId: Read::text($members['transactionId'] ?? null, $where . '.transactionId'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
        );
    }
}
