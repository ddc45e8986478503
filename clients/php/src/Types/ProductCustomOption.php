<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductCustomOption extends Document
{
    public function __construct(
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null allowed extensions, comma-separated */
        public ?string $fileExtensions = null,
        /** @var int|null ID of the option */
        public ?int $id = null,
        /** @var int|null maximum width of an uploaded picture, in pixels; 0 for no limit */
        public ?int $imageSizeX = null,
        /** @var int|null maximum height of an uploaded picture, in pixels; 0 for no limit */
        public ?int $imageSizeY = null,
        /** @var int|null maximum length of the text, in characters; 0 for no limit */
        public ?int $maxCharacters = null,
        /** @var Decimal|null surcharge on the price */
        public ?Decimal $price = null,
        /** @var 'fixed'|'percent'|null whether price is an amount (fixed) or a percentage of the product's price */
        public ?string $priceType = null,
        /** @var bool|null whether the buyer must fill it in */
        public ?bool $required = null,
        /** @var string|null SKU suffix */
        public ?string $sku = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var string|null label that the buyer sees */
        public ?string $title = null,
        /** @var 'field'|'area'|'drop_down'|'radio'|'checkbox'|'multiple'|'file'|'date'|'date_time'|'time'|null input type */
        public ?string $type = null,
        /** @var list<CustomOptionValue>|null values to choose from */
        public ?array $values = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductCustomOption'): static
    {
        return new self(
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            fileExtensions: Read::text($members['fileExtensions'] ?? null, $where . '.fileExtensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            imageSizeX: Read::integer($members['imageSizeX'] ?? null, $where . '.imageSizeX'),
            imageSizeY: Read::integer($members['imageSizeY'] ?? null, $where . '.imageSizeY'),
            maxCharacters: Read::integer($members['maxCharacters'] ?? null, $where . '.maxCharacters'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceType: Read::text($members['priceType'] ?? null, $where . '.priceType'),
            required: Read::boolean($members['required'] ?? null, $where . '.required'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
            values: Read::listOf(Read::object(CustomOptionValue::class))($members['values'] ?? null, $where . '.values'),
        );
    }
}
