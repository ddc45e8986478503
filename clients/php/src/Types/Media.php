<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Media extends Document
{
    public function __construct(
        /** @var MediaDimensions|null width and height */
        public ?MediaDimensions $dimensions = null,
        /** @var string|null directive for descriptions and pages; expands to the URL */
        public ?string $directive = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null name of the file */
        public ?string $filename = null,
        /** @var string|null path below the media root; begins with wysiwyg/ */
        public ?string $path = null,
        /** @var int|null size in bytes */
        public ?int $size = null,
        /** @var string|null URL of the file */
        public ?string $url = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Media'): static
    {
        return new self(
            dimensions: Read::object(MediaDimensions::class)($members['dimensions'] ?? null, $where . '.dimensions'),
            directive: Read::text($members['directive'] ?? null, $where . '.directive'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            filename: Read::text($members['filename'] ?? null, $where . '.filename'),
            path: Read::text($members['path'] ?? null, $where . '.path'),
            size: Read::integer($members['size'] ?? null, $where . '.size'),
            url: Read::text($members['url'] ?? null, $where . '.url'),
        );
    }
}
