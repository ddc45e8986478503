<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ForgottenCustomer extends Document
{
    public function __construct(
        /** @var int|null number of deleted encryption keys of personal data */
        public ?int $deletedKeys = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null former ID of the customer */
        public ?int $id = null,
        /** @var list<ForgottenPart>|null what goes and what stays */
        public ?array $parts = null,
        /** @var int|null number of event streams whose personal data is now unreadable */
        public ?int $streams = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ForgottenCustomer'): static
    {
        return new self(
            deletedKeys: Read::integer($members['deletedKeys'] ?? null, $where . '.deletedKeys'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            parts: Read::listOf(Read::object(ForgottenPart::class))($members['parts'] ?? null, $where . '.parts'),
            streams: Read::integer($members['streams'] ?? null, $where . '.streams'),
        );
    }
}
