<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class WebhookSecret extends Document
{
    public function __construct(
        /** @var string|null the secret before, while it signs as well; null: it does not */
        public ?string $formerSecret = null,
        /** @var string|null until then the former secret signs as well, in UTC */
        public ?string $formerSecretUntil = null,
        /** @var string|null whsec_ and 32 bytes in base64, as libraries of Standard Webhooks take it */
        public ?string $secret = null,
        /** @var int|null number of the secret, from 1 */
        public ?int $version = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'WebhookSecret'): static
    {
        return new self(
            formerSecret: Read::text($members['formerSecret'] ?? null, $where . '.formerSecret'),
            formerSecretUntil: Read::text($members['formerSecretUntil'] ?? null, $where . '.formerSecretUntil'),
            secret: Read::text($members['secret'] ?? null, $where . '.secret'),
            version: Read::integer($members['version'] ?? null, $where . '.version'),
        );
    }
}
