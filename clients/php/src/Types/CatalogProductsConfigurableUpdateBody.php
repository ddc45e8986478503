<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogProductsConfigurableUpdateBody extends Body
{
    public function __construct(
        /** @var list<int>|null IDs of the variants; replaces all; an empty list changes nothing */
        public ?array $childProductIds = null,
        /** @var list<string>|null codes of the attributes; replaces all; an empty list changes nothing */
        public ?array $superAttributes = null,
    ) {
    }
}
