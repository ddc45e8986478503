<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogProductsMediaUpdateBody extends Body
{
    public function __construct(
        /** @var int ID of the picture */
        public int $valueId,
        /** @var bool|null whether the gallery hides it, in the named store view or else in all */
        public ?bool $disabled = null,
        /** @var string|null alternative text, in the named store view or else in all; empty clears it */
        public ?string $label = null,
        /** @var int|null position in the gallery, in the named store view or else in all */
        public ?int $position = null,
        /** @var list<'image'|'small_image'|'thumbnail'>|null roles, in the named store view or else in all; they are taken from other pictures */
        public ?array $types = null,
    ) {
    }
}
