<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductMedia extends Document
{
    public function __construct(
        /** @var bool|null whether the gallery hides it */
        public ?bool $disabled = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null path below catalog/product in the media root */
        public ?string $file = null,
        /** @var int|null ID of the picture */
        public ?int $id = null,
        /** @var string|null alternative text in the store view */
        public ?string $label = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var list<string>|null roles: image, small_image, thumbnail */
        public ?array $types = null,
        /** @var string|null URL of the picture */
        public ?string $url = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductMedia'): static
    {
        return new self(
            disabled: Read::boolean($members['disabled'] ?? null, $where . '.disabled'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            file: Read::text($members['file'] ?? null, $where . '.file'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            label: Read::text($members['label'] ?? null, $where . '.label'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            types: Read::listOf(Read::text(...))($members['types'] ?? null, $where . '.types'),
            url: Read::text($members['url'] ?? null, $where . '.url'),
        );
    }
}
