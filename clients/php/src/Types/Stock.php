<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Stock extends Document
{
    public function __construct(
        /** @var int|null backorders: 0 no, 1 yes, 2 yes and notify the customer */
        public ?int $backorders = null,
        /** @var bool|null whether quantities must be multiples of qtyIncrements */
        public ?bool $enableQtyIncrements = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var bool|null whether it is in stock */
        public ?bool $isInStock = null,
        /** @var bool|null whether fractions of a unit are sold */
        public ?bool $isQtyDecimal = null,
        /** @var bool|null whether stock is counted */
        public ?bool $manageStock = null,
        /** @var Decimal|null maximum quantity in a cart; 0 for no limit */
        public ?Decimal $maxSaleQty = null,
        /** @var Decimal|null quantity at which the product is sold out */
        public ?Decimal $minQty = null,
        /** @var Decimal|null minimum quantity in a cart */
        public ?Decimal $minSaleQty = null,
        /** @var Decimal|null quantity at which the shop is notified */
        public ?Decimal $notifyStockQty = null,
        /** @var Decimal|null quantity before the change; 0 if stock was never set */
        public ?Decimal $previousQty = null,
        /** @var Decimal|null quantity after the change */
        public ?Decimal $qty = null,
        /** @var Decimal|null quantities must be multiples of this */
        public ?Decimal $qtyIncrements = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var bool|null whether the operation succeeded */
        public ?bool $success = null,
        /** @var bool|null whether backorders is the configured value */
        public ?bool $useConfigBackorders = null,
        /** @var bool|null whether enableQtyIncrements is the configured value */
        public ?bool $useConfigEnableQtyInc = null,
        /** @var bool|null whether manageStock is the configured value */
        public ?bool $useConfigManageStock = null,
        /** @var bool|null whether maxSaleQty is the configured value */
        public ?bool $useConfigMaxSaleQty = null,
        /** @var bool|null whether minQty is the configured value */
        public ?bool $useConfigMinQty = null,
        /** @var bool|null whether minSaleQty is the configured value */
        public ?bool $useConfigMinSaleQty = null,
        /** @var bool|null whether notifyStockQty is the configured value */
        public ?bool $useConfigNotifyStockQty = null,
        /** @var bool|null whether qtyIncrements is the configured value */
        public ?bool $useConfigQtyIncrements = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Stock'): static
    {
        return new self(
            backorders: Read::integer($members['backorders'] ?? null, $where . '.backorders'),
            enableQtyIncrements: Read::boolean($members['enableQtyIncrements'] ?? null, $where . '.enableQtyIncrements'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            isInStock: Read::boolean($members['isInStock'] ?? null, $where . '.isInStock'),
            isQtyDecimal: Read::boolean($members['isQtyDecimal'] ?? null, $where . '.isQtyDecimal'),
            manageStock: Read::boolean($members['manageStock'] ?? null, $where . '.manageStock'),
            maxSaleQty: Read::decimal($members['maxSaleQty'] ?? null, $where . '.maxSaleQty'),
            minQty: Read::decimal($members['minQty'] ?? null, $where . '.minQty'),
            minSaleQty: Read::decimal($members['minSaleQty'] ?? null, $where . '.minSaleQty'),
            notifyStockQty: Read::decimal($members['notifyStockQty'] ?? null, $where . '.notifyStockQty'),
            previousQty: Read::decimal($members['previousQty'] ?? null, $where . '.previousQty'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            qtyIncrements: Read::decimal($members['qtyIncrements'] ?? null, $where . '.qtyIncrements'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            success: Read::boolean($members['success'] ?? null, $where . '.success'),
            useConfigBackorders: Read::boolean($members['useConfigBackorders'] ?? null, $where . '.useConfigBackorders'),
            useConfigEnableQtyInc: Read::boolean($members['useConfigEnableQtyInc'] ?? null, $where . '.useConfigEnableQtyInc'),
            useConfigManageStock: Read::boolean($members['useConfigManageStock'] ?? null, $where . '.useConfigManageStock'),
            useConfigMaxSaleQty: Read::boolean($members['useConfigMaxSaleQty'] ?? null, $where . '.useConfigMaxSaleQty'),
            useConfigMinQty: Read::boolean($members['useConfigMinQty'] ?? null, $where . '.useConfigMinQty'),
            useConfigMinSaleQty: Read::boolean($members['useConfigMinSaleQty'] ?? null, $where . '.useConfigMinSaleQty'),
            useConfigNotifyStockQty: Read::boolean($members['useConfigNotifyStockQty'] ?? null, $where . '.useConfigNotifyStockQty'),
            useConfigQtyIncrements: Read::boolean($members['useConfigQtyIncrements'] ?? null, $where . '.useConfigQtyIncrements'),
        );
    }
}
