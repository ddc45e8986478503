<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Receipt extends Document
{
    public function __construct(
        /** @var Chain|null seals after the newest checkpoint, for events that none covers yet */
        public ?Chain $chain = null,
        /** @var list<Checkpoint>|null signed checkpoints that cover the events */
        public ?array $checkpoints = null,
        /** @var string|null SHA-256 of what is signed, in hexadecimal */
        public ?string $digest = null,
        /** @var list<Event>|null events of the order, the oldest first */
        public ?array $events = null,
        /** @var string|null "tradelog receipt 1" */
        public ?string $format = null,
        /** @var string|null fingerprint of the installation's public key: SHA-256 of its 32 bytes, in hexadecimal */
        public ?string $key = null,
        /** @var string|null ID of the event log */
        public ?string $logId = null,
        /** @var string|null number of the order that people see */
        public ?string $number = null,
        /** @var string|null Ed25519 signature of the installation, in base64 */
        public ?string $signature = null,
        /** @var string|null stream of the events, such as order-42 */
        public ?string $stream = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Receipt'): static
    {
        return new self(
            chain: Read::object(Chain::class)($members['chain'] ?? null, $where . '.chain'),
            checkpoints: Read::listOf(Read::object(Checkpoint::class))($members['checkpoints'] ?? null, $where . '.checkpoints'),
            digest: Read::text($members['digest'] ?? null, $where . '.digest'),
            events: Read::listOf(Read::object(Event::class))($members['events'] ?? null, $where . '.events'),
            format: Read::text($members['format'] ?? null, $where . '.format'),
            key: Read::text($members['key'] ?? null, $where . '.key'),
            logId: Read::text($members['logId'] ?? null, $where . '.logId'),
            number: Read::text($members['number'] ?? null, $where . '.number'),
            signature: Read::text($members['signature'] ?? null, $where . '.signature'),
            stream: Read::text($members['stream'] ?? null, $where . '.stream'),
        );
    }
}
