<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogCustomOptionsValuesCreateBody extends Body
{
    public function __construct(
        /** @var list<OptionValueElementInput> values to add */
        public array $values,
    ) {
    }
}
