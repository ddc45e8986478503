<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class SalesOrdersShipmentsCreateBodyItems extends Body
{
    public function __construct(
        /** @var int ID of the order line */
        public int $orderItemId,
        /** @var Decimal quantity; capped at what is left to ship */
        public Decimal|int $qty,
    ) {
    }
}
