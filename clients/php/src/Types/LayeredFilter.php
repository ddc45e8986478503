<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class LayeredFilter extends Document
{
    public function __construct(
        /** @var string|null attribute code, as in attributeFilters */
        public ?string $code = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null label */
        public ?string $label = null,
        /** @var bool|null whether several values can be sent; products match any of them */
        public ?bool $multiple = null,
        /** @var list<FilterOption>|null options to choose from */
        public ?array $options = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var 'select'|'multiselect'|null select takes one value, multiselect several */
        public ?string $type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'LayeredFilter'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            multiple: Read::boolean($members['multiple'] ?? null, $where . '.multiple'),
            options: Read::listOf(Read::object(FilterOption::class))($members['options'] ?? null, $where . '.options'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
        );
    }
}
