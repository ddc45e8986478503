<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomerGroupsUpdateBody extends Body
{
    public function __construct(
        /** @var string|null unique name of the group */
        public ?string $code = null,
        /** @var int|null ID of the customer tax class */
        public ?int $taxClassId = null,
    ) {
    }
}
