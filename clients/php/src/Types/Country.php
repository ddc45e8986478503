<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Country extends Document
{
    public function __construct(
        /** @var list<Region>|null regions by name; empty if the country has no fixed list */
        public ?array $availableRegions = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null ISO 3166-1 alpha-2 code of the country */
        public ?string $id = null,
        /** @var string|null ISO 3166-1 code of two letters */
        public ?string $iso2Code = null,
        /** @var string|null ISO 3166-1 code of three letters */
        public ?string $iso3Code = null,
        /** @var string|null name in the language of the store */
        public ?string $name = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Country'): static
    {
        return new self(
            availableRegions: Read::listOf(Read::object(Region::class))($members['availableRegions'] ?? null, $where . '.availableRegions'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            iso2Code: Read::text($members['iso2Code'] ?? null, $where . '.iso2Code'),
            iso3Code: Read::text($members['iso3Code'] ?? null, $where . '.iso3Code'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
        );
    }
}
