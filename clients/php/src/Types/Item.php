<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Item extends Document
{
    public function __construct(
        /** @var string|null additional data, as text */
        public ?string $additionalData = null,
        /** @var Decimal|null refunded amount of the line */
        public ?Decimal $amountRefunded = null,
        /** @var Decimal|null discount amount, in the base currency */
        public ?Decimal $baseDiscountAmount = null,
        /** @var Decimal|null price of one unit, in the base currency */
        public ?Decimal $basePrice = null,
        /** @var Decimal|null row total, before discount and without tax, in the base currency */
        public ?Decimal $baseRowTotal = null,
        /** @var Decimal|null tax amount, in the base currency */
        public ?Decimal $baseTaxAmount = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null description */
        public ?string $description = null,
        /** @var Decimal|null discount amount */
        public ?Decimal $discountAmount = null,
        /** @var Decimal|null discount in percent */
        public ?Decimal $discountPercent = null,
        /** @var Decimal|null discount deducted from refunds of the line */
        public ?Decimal $discountRefunded = null,
        /** @var string|null ID of the line in another system */
        public ?string $extOrderItemId = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var bool|null whether shipping of the line is free */
        public ?bool $freeShipping = null,
        /** @var int|null ID of the line */
        public ?int $id = null,
        /** @var bool|null whether fractions of a unit are sold */
        public ?bool $isQtyDecimal = null,
        /** @var bool|null whether nothing has to be shipped */
        public ?bool $isVirtual = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var bool|null whether price rules skip the line */
        public ?bool $noDiscount = null,
        /** @var Decimal|null catalog price of one unit when the order was placed */
        public ?Decimal $originalPrice = null,
        /** @var int|null ID of the parent line */
        public ?int $parentItemId = null,
        /** @var Decimal|null price of one unit, without tax, in the order's currency */
        public ?Decimal $price = null,
        /** @var Decimal|null price of one unit, with tax */
        public ?Decimal $priceInclTax = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var ProductOptions|null chosen options of the product */
        public ?ProductOptions $productOptions = null,
        /** @var 'simple'|'virtual'|'configurable'|'grouped'|'bundle'|'downloadable'|'giftcard'|null product type */
        public ?string $productType = null,
        /** @var Decimal|null quantity; may have decimals if the product allows it */
        public ?Decimal $qty = null,
        /** @var Decimal|null quantity that was out of stock when ordered */
        public ?Decimal $qtyBackordered = null,
        /** @var Decimal|null canceled quantity */
        public ?Decimal $qtyCanceled = null,
        /** @var Decimal|null invoiced quantity */
        public ?Decimal $qtyInvoiced = null,
        /** @var Decimal|null ordered quantity */
        public ?Decimal $qtyOrdered = null,
        /** @var Decimal|null refunded quantity */
        public ?Decimal $qtyRefunded = null,
        /** @var Decimal|null shipped quantity */
        public ?Decimal $qtyShipped = null,
        /** @var Decimal|null row total, before discount and without tax */
        public ?Decimal $rowTotal = null,
        /** @var Decimal|null row total, before discount, with tax */
        public ?Decimal $rowTotalInclTax = null,
        /** @var Decimal|null weight of the line, in the shop's unit of weight */
        public ?Decimal $rowWeight = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var Decimal|null tax amount */
        public ?Decimal $taxAmount = null,
        /** @var Decimal|null tax rate, in percent */
        public ?Decimal $taxPercent = null,
        /** @var Decimal|null refunded tax of the line */
        public ?Decimal $taxRefunded = null,
        /** @var Decimal|null weight of one unit, in the shop's unit of weight */
        public ?Decimal $weight = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Item'): static
    {
        return new self(
            additionalData: Read::text($members['additionalData'] ?? null, $where . '.additionalData'),
            amountRefunded: Read::decimal($members['amountRefunded'] ?? null, $where . '.amountRefunded'),
            baseDiscountAmount: Read::decimal($members['baseDiscountAmount'] ?? null, $where . '.baseDiscountAmount'),
            basePrice: Read::decimal($members['basePrice'] ?? null, $where . '.basePrice'),
            baseRowTotal: Read::decimal($members['baseRowTotal'] ?? null, $where . '.baseRowTotal'),
            baseTaxAmount: Read::decimal($members['baseTaxAmount'] ?? null, $where . '.baseTaxAmount'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            description: Read::text($members['description'] ?? null, $where . '.description'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            discountPercent: Read::decimal($members['discountPercent'] ?? null, $where . '.discountPercent'),
            discountRefunded: Read::decimal($members['discountRefunded'] ?? null, $where . '.discountRefunded'),
            extOrderItemId: Read::text($members['extOrderItemId'] ?? null, $where . '.extOrderItemId'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            freeShipping: Read::boolean($members['freeShipping'] ?? null, $where . '.freeShipping'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isQtyDecimal: Read::boolean($members['isQtyDecimal'] ?? null, $where . '.isQtyDecimal'),
            isVirtual: Read::boolean($members['isVirtual'] ?? null, $where . '.isVirtual'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            noDiscount: Read::boolean($members['noDiscount'] ?? null, $where . '.noDiscount'),
            originalPrice: Read::decimal($members['originalPrice'] ?? null, $where . '.originalPrice'),
            parentItemId: Read::integer($members['parentItemId'] ?? null, $where . '.parentItemId'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceInclTax: Read::decimal($members['priceInclTax'] ?? null, $where . '.priceInclTax'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            productOptions: Read::object(ProductOptions::class)($members['productOptions'] ?? null, $where . '.productOptions'),
            productType: Read::text($members['productType'] ?? null, $where . '.productType'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            qtyBackordered: Read::decimal($members['qtyBackordered'] ?? null, $where . '.qtyBackordered'),
            qtyCanceled: Read::decimal($members['qtyCanceled'] ?? null, $where . '.qtyCanceled'),
            qtyInvoiced: Read::decimal($members['qtyInvoiced'] ?? null, $where . '.qtyInvoiced'),
            qtyOrdered: Read::decimal($members['qtyOrdered'] ?? null, $where . '.qtyOrdered'),
            qtyRefunded: Read::decimal($members['qtyRefunded'] ?? null, $where . '.qtyRefunded'),
            qtyShipped: Read::decimal($members['qtyShipped'] ?? null, $where . '.qtyShipped'),
            rowTotal: Read::decimal($members['rowTotal'] ?? null, $where . '.rowTotal'),
            rowTotalInclTax: Read::decimal($members['rowTotalInclTax'] ?? null, $where . '.rowTotalInclTax'),
            rowWeight: Read::decimal($members['rowWeight'] ?? null, $where . '.rowWeight'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            taxAmount: Read::decimal($members['taxAmount'] ?? null, $where . '.taxAmount'),
            taxPercent: Read::decimal($members['taxPercent'] ?? null, $where . '.taxPercent'),
            taxRefunded: Read::decimal($members['taxRefunded'] ?? null, $where . '.taxRefunded'),
            weight: Read::decimal($members['weight'] ?? null, $where . '.weight'),
        );
    }
}
