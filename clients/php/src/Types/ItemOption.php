<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ItemOption extends Document
{
    public function __construct(
        /** @var bool|null whether the value has its own rendering, such as a link to a file */
        public ?bool $custom_view = null,
        /** @var ChosenFile|null uploaded file, if the option is a file */
        public ?ChosenFile $file = null,
        /** @var string|null label */
        public ?string $label = null,
        /** @var int|null ID of the option */
        public ?int $option_id = null,
        /** @var string|null type of the option */
        public ?string $option_type = null,
        /** @var string|null entered text, or value IDs, comma-separated */
        public ?string $option_value = null,
        /** @var string|null choice, as printed on invoices */
        public ?string $print_value = null,
        /** @var string|null value, as text */
        public ?string $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ItemOption'): static
    {
        return new self(
            custom_view: Read::boolean($members['custom_view'] ?? null, $where . '.custom_view'),
            file: Read::object(ChosenFile::class)($members['file'] ?? null, $where . '.file'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            option_id: Read::integer($members['option_id'] ?? null, $where . '.option_id'),
            option_type: Read::text($members['option_type'] ?? null, $where . '.option_type'),
            option_value: Read::text($members['option_value'] ?? null, $where . '.option_value'),
            print_value: Read::text($members['print_value'] ?? null, $where . '.print_value'),
            value: Read::text($members['value'] ?? null, $where . '.value'),
        );
    }
}
