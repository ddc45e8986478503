<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Checkpoint extends Document
{
    public function __construct(
        /** @var int|null it covers the positions after this one */
        public ?int $from = null,
        /** @var string|null ID of the event log */
        public ?string $logId = null,
        /** @var int|null last position that it covers */
        public ?int $position = null,
        /** @var string|null root of the Merkle tree over the seals of the range (RFC 6962), in hexadecimal */
        public ?string $root = null,
        /** @var string|null seal of the event there, in hexadecimal */
        public ?string $seal = null,
        /** @var string|null Ed25519 signature of the installation, in base64 */
        public ?string $signature = null,
        /** @var string|null time of the signature */
        public ?string $time = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Checkpoint'): static
    {
        return new self(
            from: Read::integer($members['from'] ?? null, $where . '.from'),
            logId: Read::text($members['logId'] ?? null, $where . '.logId'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            root: Read::text($members['root'] ?? null, $where . '.root'),
            seal: Read::text($members['seal'] ?? null, $where . '.seal'),
            signature: Read::text($members['signature'] ?? null, $where . '.signature'),
            time: Read::text($members['time'] ?? null, $where . '.time'),
        );
    }
}
