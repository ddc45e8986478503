<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Event extends Document
{
    public function __construct(
        /** @var int|null position of the checkpoint that covers the event; missing: none yet */
        public ?int $checkpoint = null,
        /** @var string|null event as the caller may see it: JSON as text, whose exact bytes are signed; missing if it is not shown */
        public ?string $data = null,
        /** @var string|null ID of the event */
        public ?string $id = null,
        /** @var list<string>|null hashes from the seal to the root of that checkpoint, in hexadecimal */
        public ?array $path = null,
        /** @var int|null position in the log */
        public ?int $position = null,
        /** @var string|null seal of the event before in the log, in hexadecimal */
        public ?string $previous = null,
        /** @var string|null time when it was stored, in microseconds */
        public ?string $recordedAt = null,
        /** @var int|null place in the stream, from 0 */
        public ?int $revision = null,
        /** @var int|null version of the stored form */
        public ?int $schemaVersion = null,
        /** @var string|null seal, in hexadecimal */
        public ?string $seal = null,
        /** @var Stored|null stored bytes, for callers who may have them */
        public ?Stored $stored = null,
        /** @var string|null type of the event, such as OrderPlaced */
        public ?string $type = null,
        /** @var list<string>|null names of fields that data lacks */
        public ?array $withheld = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Event'): static
    {
        return new self(
            checkpoint: Read::integer($members['checkpoint'] ?? null, $where . '.checkpoint'),
            data: Read::text($members['data'] ?? null, $where . '.data'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            path: Read::listOf(Read::text(...))($members['path'] ?? null, $where . '.path'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            previous: Read::text($members['previous'] ?? null, $where . '.previous'),
            recordedAt: Read::text($members['recordedAt'] ?? null, $where . '.recordedAt'),
            revision: Read::integer($members['revision'] ?? null, $where . '.revision'),
            schemaVersion: Read::integer($members['schemaVersion'] ?? null, $where . '.schemaVersion'),
            seal: Read::text($members['seal'] ?? null, $where . '.seal'),
            stored: Read::object(Stored::class)($members['stored'] ?? null, $where . '.stored'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
            withheld: Read::listOf(Read::text(...))($members['withheld'] ?? null, $where . '.withheld'),
        );
    }
}
