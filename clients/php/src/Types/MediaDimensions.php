<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class MediaDimensions extends Document
{
    public function __construct(
        /** @var int|null height in pixels */
        public ?int $height = null,
        /** @var int|null width in pixels */
        public ?int $width = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'MediaDimensions'): static
    {
        return new self(
            height: Read::integer($members['height'] ?? null, $where . '.height'),
            width: Read::integer($members['width'] ?? null, $where . '.width'),
        );
    }
}
