<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SalesOrdersShipmentsCreateBody extends Body
{
    public function __construct(
        /** @var string|null comment, as plain text */
        public ?string $comment = null,
        /** @var list<SalesOrdersShipmentsCreateBodyItems>|null lines to ship; everything left by default */
        public ?array $items = null,
        /** @var bool|null true: e-mail the shipment and the comment to the buyer */
        public ?bool $notifyCustomer = null,
        /** @var list<SalesOrdersShipmentsCreateBodyTracks>|null tracking numbers of the shipment */
        public ?array $tracks = null,
    ) {
    }
}
