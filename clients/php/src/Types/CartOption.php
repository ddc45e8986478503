<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CartOption extends Document
{
    public function __construct(
        /** @var ChosenFile|null uploaded file, if the option is a file */
        public ?ChosenFile $file = null,
        /** @var string|null label */
        public ?string $label = null,
        /** @var string|null value, as text */
        public ?string $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CartOption'): static
    {
        return new self(
            file: Read::object(ChosenFile::class)($members['file'] ?? null, $where . '.file'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            value: Read::text($members['value'] ?? null, $where . '.value'),
        );
    }
}
