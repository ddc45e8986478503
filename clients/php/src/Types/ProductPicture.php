<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductPicture extends Document
{
    public function __construct(
        /** @var string|null label */
        public ?string $label = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var string|null URL */
        public ?string $url = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductPicture'): static
    {
        return new self(
            label: Read::text($members['label'] ?? null, $where . '.label'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            url: Read::text($members['url'] ?? null, $where . '.url'),
        );
    }
}
