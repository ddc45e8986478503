<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AuthEnd extends Document
{
    public function __construct(
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null always auth */
        public ?string $id = null,
        /** @var string|null message to the user */
        public ?string $message = null,
        /** @var bool|null whether the operation succeeded */
        public ?bool $success = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AuthEnd'): static
    {
        return new self(
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            message: Read::text($members['message'] ?? null, $where . '.message'),
            success: Read::boolean($members['success'] ?? null, $where . '.success'),
        );
    }
}
