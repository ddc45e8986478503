<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SalesCustomersMeRevocationRequestsCreateBody extends Body
{
    public function __construct(
        /** @var int|null ID of the order; overrides orderReference */
        public ?int $orderId = null,
        /** @var string|null increment ID of the order, such as 100000001 */
        public ?string $orderReference = null,
        /** @var string|null reason; cut off after 2000 characters */
        public ?string $reason = null,
    ) {
    }
}
