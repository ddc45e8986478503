<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TwoFactor extends Document
{
    public function __construct(
        /** @var bool|null whether login asks for a code */
        public ?bool $enabled = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null secret in base32; shown once, at creation */
        public ?string $secret = null,
        /** @var string|null otpauth URI with the secret, for a QR code */
        public ?string $uri = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TwoFactor'): static
    {
        return new self(
            enabled: Read::boolean($members['enabled'] ?? null, $where . '.enabled'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            secret: Read::text($members['secret'] ?? null, $where . '.secret'),
            uri: Read::text($members['uri'] ?? null, $where . '.uri'),
        );
    }
}
