<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogProductsBundleOptionsUpdateByProductIdBody extends Body
{
    public function __construct(
        /** @var int ID of the option */
        public int $optionId,
        /** @var int|null position among the options; 0 by default */
        public ?int $position = null,
        /** @var bool|null whether a choice is mandatory; true by default */
        public ?bool $required = null,
        /** @var string|null title of the option */
        public ?string $title = null,
        /** @var 'select'|'radio'|'checkbox'|'multi'|null input type; select by default */
        public ?string $type = null,
    ) {
    }
}
