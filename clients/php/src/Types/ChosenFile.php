<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ChosenFile extends Document
{
    public function __construct(
        /** @var int|null height in pixels */
        public ?int $height = null,
        /** @var int|null ID of the file, for GET /custom-option-file/{optionId}/{key} */
        public ?int $id = null,
        /** @var string|null key of the uploaded file */
        public ?string $key = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var int|null size in bytes */
        public ?int $size = null,
        /** @var string|null media type */
        public ?string $type = null,
        /** @var int|null width of a picture, in pixels */
        public ?int $width = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ChosenFile'): static
    {
        return new self(
            height: Read::integer($members['height'] ?? null, $where . '.height'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            key: Read::text($members['key'] ?? null, $where . '.key'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            size: Read::integer($members['size'] ?? null, $where . '.size'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
            width: Read::integer($members['width'] ?? null, $where . '.width'),
        );
    }
}
