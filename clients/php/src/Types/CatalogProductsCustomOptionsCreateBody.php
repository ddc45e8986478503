<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CatalogProductsCustomOptionsCreateBody extends Body
{
    public function __construct(
        /** @var string|null for files: allowed extensions, comma-separated */
        public ?string $fileExtensions = null,
        /** @var int|null images only: maximum width in pixels; 0 for no limit */
        public ?int $imageSizeX = null,
        /** @var int|null images only: maximum height in pixels; 0 for no limit */
        public ?int $imageSizeY = null,
        /** @var int|null for field and area: longest text; 0 for no limit */
        public ?int $maxCharacters = null,
        /** @var Decimal|null surcharge on the price; only for types without values */
        public Decimal|int|null $price = null,
        /** @var 'fixed'|'percent'|null fixed by default */
        public ?string $priceType = null,
        /** @var bool|null whether the buyer must fill it in; false by default */
        public ?bool $required = null,
        /** @var string|null only for types without values */
        public ?string $sku = null,
        /** @var int|null position among the options; 0 by default */
        public ?int $sortOrder = null,
        /** @var string|null title; required to create an option */
        public ?string $title = null,
        /** @var 'field'|'area'|'drop_down'|'radio'|'checkbox'|'multiple'|'file'|'date'|'date_time'|'time'|null required to create one */
        public ?string $type = null,
        /** @var list<OptionValueElementInput>|null for drop_down, radio, checkbox and multiple: the values; replaces all */
        public ?array $values = null,
    ) {
    }
}
