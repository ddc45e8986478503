<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogProductsBundleOptionsCreateBody extends Body
{
    public function __construct(
        /** @var int|null position among the options; 0 by default */
        public ?int $position = null,
        /** @var bool|null whether a choice is mandatory; true by default */
        public ?bool $required = null,
        /** @var list<SelectionElementInput>|null products to choose from */
        public ?array $selections = null,
        /** @var string|null title of the option */
        public ?string $title = null,
        /** @var 'select'|'radio'|'checkbox'|'multi'|null input type; select by default */
        public ?string $type = null,
    ) {
    }
}
