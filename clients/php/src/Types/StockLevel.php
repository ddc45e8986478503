<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class StockLevel extends Document
{
    public function __construct(
        /** @var Decimal|null units that can still be sold; the qty of the stock */
        public ?Decimal $available = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var bool|null whether it is in stock */
        public ?bool $isInStock = null,
        /** @var bool|null whether stock is counted */
        public ?bool $manageStock = null,
        /** @var Decimal|null units in the house: available and reserved */
        public ?Decimal $onHand = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var Decimal|null units that orders have taken and that are not shipped yet */
        public ?Decimal $reserved = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var string|null time at which the stock last changed, in UTC; null if it was never set */
        public ?string $updatedAt = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'StockLevel'): static
    {
        return new self(
            available: Read::decimal($members['available'] ?? null, $where . '.available'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            isInStock: Read::boolean($members['isInStock'] ?? null, $where . '.isInStock'),
            manageStock: Read::boolean($members['manageStock'] ?? null, $where . '.manageStock'),
            onHand: Read::decimal($members['onHand'] ?? null, $where . '.onHand'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            reserved: Read::decimal($members['reserved'] ?? null, $where . '.reserved'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
        );
    }
}
