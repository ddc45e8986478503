<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class TaxTaxClassesCreateBody extends Body
{
    public function __construct(
        /** @var string|null name; required to create a class */
        public ?string $className = null,
        /** @var 'PRODUCT'|'CUSTOMER'|null PRODUCT (the default) for products, CUSTOMER for customer groups */
        public ?string $classType = null,
    ) {
    }
}
