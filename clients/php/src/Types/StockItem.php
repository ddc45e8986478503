<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class StockItem extends Document
{
    public function __construct(
        /** @var int|null backorders: 0 no, 1 yes, 2 yes and notify the customer */
        public ?int $backorders = null,
        /** @var bool|null whether quantities must be multiples of qty_increments */
        public ?bool $enable_qty_increments = null,
        /** @var bool|null whether it is in stock */
        public ?bool $is_in_stock = null,
        /** @var bool|null whether fractions of a unit are sold */
        public ?bool $is_qty_decimal = null,
        /** @var bool|null whether stock is counted */
        public ?bool $manage_stock = null,
        /** @var Decimal|null maximum quantity in a cart; 0 for no limit */
        public ?Decimal $max_sale_qty = null,
        /** @var Decimal|null quantity at which the product is sold out */
        public ?Decimal $min_qty = null,
        /** @var Decimal|null minimum quantity in a cart */
        public ?Decimal $min_sale_qty = null,
        /** @var Decimal|null quantity at which the shop is notified */
        public ?Decimal $notify_stock_qty = null,
        /** @var Decimal|null quantity; may have decimals if the product allows it */
        public ?Decimal $qty = null,
        /** @var Decimal|null quantities must be multiples of this */
        public ?Decimal $qty_increments = null,
        /** @var bool|null whether backorders is the configured value */
        public ?bool $use_config_backorders = null,
        /** @var bool|null whether enable_qty_increments is the configured value */
        public ?bool $use_config_enable_qty_inc = null,
        /** @var bool|null whether manage_stock is the configured value */
        public ?bool $use_config_manage_stock = null,
        /** @var bool|null whether max_sale_qty is the configured value */
        public ?bool $use_config_max_sale_qty = null,
        /** @var bool|null whether min_qty is the configured value */
        public ?bool $use_config_min_qty = null,
        /** @var bool|null whether min_sale_qty is the configured value */
        public ?bool $use_config_min_sale_qty = null,
        /** @var bool|null whether notify_stock_qty is the configured value */
        public ?bool $use_config_notify_stock_qty = null,
        /** @var bool|null whether qty_increments is the configured value */
        public ?bool $use_config_qty_increments = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'StockItem'): static
    {
        return new self(
            backorders: Read::integer($members['backorders'] ?? null, $where . '.backorders'),
            enable_qty_increments: Read::boolean($members['enable_qty_increments'] ?? null, $where . '.enable_qty_increments'),
            is_in_stock: Read::boolean($members['is_in_stock'] ?? null, $where . '.is_in_stock'),
            is_qty_decimal: Read::boolean($members['is_qty_decimal'] ?? null, $where . '.is_qty_decimal'),
            manage_stock: Read::boolean($members['manage_stock'] ?? null, $where . '.manage_stock'),
            max_sale_qty: Read::decimal($members['max_sale_qty'] ?? null, $where . '.max_sale_qty'),
            min_qty: Read::decimal($members['min_qty'] ?? null, $where . '.min_qty'),
            min_sale_qty: Read::decimal($members['min_sale_qty'] ?? null, $where . '.min_sale_qty'),
            notify_stock_qty: Read::decimal($members['notify_stock_qty'] ?? null, $where . '.notify_stock_qty'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            qty_increments: Read::decimal($members['qty_increments'] ?? null, $where . '.qty_increments'),
            use_config_backorders: Read::boolean($members['use_config_backorders'] ?? null, $where . '.use_config_backorders'),
            use_config_enable_qty_inc: Read::boolean($members['use_config_enable_qty_inc'] ?? null, $where . '.use_config_enable_qty_inc'),
            use_config_manage_stock: Read::boolean($members['use_config_manage_stock'] ?? null, $where . '.use_config_manage_stock'),
            use_config_max_sale_qty: Read::boolean($members['use_config_max_sale_qty'] ?? null, $where . '.use_config_max_sale_qty'),
            use_config_min_qty: Read::boolean($members['use_config_min_qty'] ?? null, $where . '.use_config_min_qty'),
            use_config_min_sale_qty: Read::boolean($members['use_config_min_sale_qty'] ?? null, $where . '.use_config_min_sale_qty'),
            use_config_notify_stock_qty: Read::boolean($members['use_config_notify_stock_qty'] ?? null, $where . '.use_config_notify_stock_qty'),
            use_config_qty_increments: Read::boolean($members['use_config_qty_increments'] ?? null, $where . '.use_config_qty_increments'),
        );
    }
}
