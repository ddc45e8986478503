<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Cause extends Document
{
    public function __construct(
        /** @var string|null the same for all that one request led to */
        public ?string $correlationId = null,
        /** @var string|null event that a reaction handled; empty if there was none */
        public ?string $eventId = null,
        /** @var int|null place of the event in the log; missing if it is not known */
        public ?int $position = null,
        /** @var string|null request; empty if there was none */
        public ?string $requestId = null,
        /** @var string|null stream of the event */
        public ?string $stream = null,
        /** @var string|null trace of the request, if it was traced */
        public ?string $trace = null,
        /** @var string|null type of the event */
        public ?string $type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Cause'): static
    {
        return new self(
            correlationId: Read::text($members['correlationId'] ?? null, $where . '.correlationId'),
            eventId: Read::text($members['eventId'] ?? null, $where . '.eventId'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            requestId: Read::text($members['requestId'] ?? null, $where . '.requestId'),
            stream: Read::text($members['stream'] ?? null, $where . '.stream'),
            trace: Read::text($members['trace'] ?? null, $where . '.trace'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
        );
    }
}
