<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ItemBundle extends Document
{
    public function __construct(
        /** @var string|null label */
        public ?string $label = null,
        /** @var int|null ID of the option */
        public ?int $option_id = null,
        /** @var list<ItemBundleChoice>|null chosen products */
        public ?array $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ItemBundle'): static
    {
        return new self(
            label: Read::text($members['label'] ?? null, $where . '.label'),
            option_id: Read::integer($members['option_id'] ?? null, $where . '.option_id'),
            value: Read::listOf(Read::object(ItemBundleChoice::class))($members['value'] ?? null, $where . '.value'),
        );
    }
}
