<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class StockDataInput extends Body
{
    public function __construct(
        /** @var int|null backorders: 0 no, 1 yes, 2 yes and notify the customer */
        public ?int $backorders = null,
        /** @var bool|null whether quantities must be multiples of qty_increments */
        public ?bool $enable_qty_increments = null,
        /** @var bool|null whether it can be bought */
        public ?bool $is_in_stock = null,
        /** @var bool|null whether fractions of a unit are sold */
        public ?bool $is_qty_decimal = null,
        /** @var bool|null whether stock is counted; 1 by default */
        public ?bool $manage_stock = null,
        /** @var Decimal|null maximum quantity in a cart; 0 for no limit */
        public Decimal|int|null $max_sale_qty = null,
        /** @var Decimal|null quantity at which the product is sold out */
        public Decimal|int|null $min_qty = null,
        /** @var Decimal|null minimum quantity in a cart */
        public Decimal|int|null $min_sale_qty = null,
        /** @var Decimal|null quantity at which the shop is notified */
        public Decimal|int|null $notify_stock_qty = null,
        /** @var Decimal|null quantity in stock */
        public Decimal|int|null $qty = null,
        /** @var Decimal|null quantities must be multiples of this */
        public Decimal|int|null $qty_increments = null,
        /** @var bool|null use the configured backorders */
        public ?bool $use_config_backorders = null,
        /** @var bool|null use the configured enable_qty_increments */
        public ?bool $use_config_enable_qty_inc = null,
        /** @var bool|null use the configured manage_stock */
        public ?bool $use_config_manage_stock = null,
        /** @var bool|null use the configured max_sale_qty */
        public ?bool $use_config_max_sale_qty = null,
        /** @var bool|null use the configured min_qty; likewise the other use_config members */
        public ?bool $use_config_min_qty = null,
        /** @var bool|null use the configured min_sale_qty */
        public ?bool $use_config_min_sale_qty = null,
        /** @var bool|null use the configured notify_stock_qty */
        public ?bool $use_config_notify_stock_qty = null,
        /** @var bool|null use the configured qty_increments */
        public ?bool $use_config_qty_increments = null,
    ) {
    }
}
