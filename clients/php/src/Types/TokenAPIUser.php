<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TokenAPIUser extends Document
{
    public function __construct(
        /** @var int|null ID of the API account */
        public ?int $id = null,
        /** @var string|null login name */
        public ?string $username = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TokenAPIUser'): static
    {
        return new self(
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            username: Read::text($members['username'] ?? null, $where . '.username'),
        );
    }
}
