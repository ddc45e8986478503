<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CartItem extends Document
{
    public function __construct(
        /** @var Decimal|null discount amount */
        public ?Decimal $discountAmount = null,
        /** @var Decimal|null discount in percent */
        public ?Decimal $discountPercent = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var GiftMessage|null gift message */
        public ?GiftMessage $giftMessage = null,
        /** @var int|null ID of the line */
        public ?int $id = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var list<CartOption>|null chosen options */
        public ?array $options = null,
        /** @var Decimal|null price of one unit, without tax */
        public ?Decimal $price = null,
        /** @var Decimal|null price of one unit, with tax */
        public ?Decimal $priceInclTax = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var 'simple'|'virtual'|'configurable'|'grouped'|'bundle'|'downloadable'|'giftcard'|null product type */
        public ?string $productType = null,
        /** @var Decimal|null quantity; may have decimals if the product allows it */
        public ?Decimal $qty = null,
        /** @var Decimal|null price of the line, without tax, before discount */
        public ?Decimal $rowTotal = null,
        /** @var Decimal|null row total, before discount, with tax */
        public ?Decimal $rowTotalInclTax = null,
        /** @var Decimal|null row total after discount, without tax */
        public ?Decimal $rowTotalWithDiscount = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var 'in_stock'|'out_of_stock'|null stock status */
        public ?string $stockStatus = null,
        /** @var Decimal|null tax amount */
        public ?Decimal $taxAmount = null,
        /** @var Decimal|null tax rate, in percent */
        public ?Decimal $taxPercent = null,
        /** @var string|null URL of the thumbnail */
        public ?string $thumbnailUrl = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CartItem'): static
    {
        return new self(
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            discountPercent: Read::decimal($members['discountPercent'] ?? null, $where . '.discountPercent'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            giftMessage: Read::object(GiftMessage::class)($members['giftMessage'] ?? null, $where . '.giftMessage'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            options: Read::listOf(Read::object(CartOption::class))($members['options'] ?? null, $where . '.options'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceInclTax: Read::decimal($members['priceInclTax'] ?? null, $where . '.priceInclTax'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            productType: Read::text($members['productType'] ?? null, $where . '.productType'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            rowTotal: Read::decimal($members['rowTotal'] ?? null, $where . '.rowTotal'),
            rowTotalInclTax: Read::decimal($members['rowTotalInclTax'] ?? null, $where . '.rowTotalInclTax'),
            rowTotalWithDiscount: Read::decimal($members['rowTotalWithDiscount'] ?? null, $where . '.rowTotalWithDiscount'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            stockStatus: Read::text($members['stockStatus'] ?? null, $where . '.stockStatus'),
            taxAmount: Read::decimal($members['taxAmount'] ?? null, $where . '.taxAmount'),
            taxPercent: Read::decimal($members['taxPercent'] ?? null, $where . '.taxPercent'),
            thumbnailUrl: Read::text($members['thumbnailUrl'] ?? null, $where . '.thumbnailUrl'),
        );
    }
}
