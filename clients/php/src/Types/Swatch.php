<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Swatch extends Document
{
    public function __construct(
        /** @var 'color'|'text'|'image'|null kind of swatch */
        public ?string $type = null,
        /** @var string|null colour such as #ff0000, text, or the URL of a picture */
        public ?string $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Swatch'): static
    {
        return new self(
            type: Read::text($members['type'] ?? null, $where . '.type'),
            value: Read::text($members['value'] ?? null, $where . '.value'),
        );
    }
}
