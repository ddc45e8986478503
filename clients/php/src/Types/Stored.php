<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Stored extends Document
{
    public function __construct(
        /** @var string|null stored data in base64; personal fields are sealed */
        public ?string $data = null,
        /** @var string|null stored metadata in base64 */
        public ?string $metadata = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Stored'): static
    {
        return new self(
            data: Read::text($members['data'] ?? null, $where . '.data'),
            metadata: Read::text($members['metadata'] ?? null, $where . '.metadata'),
        );
    }
}
