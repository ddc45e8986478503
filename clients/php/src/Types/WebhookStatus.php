<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class WebhookStatus extends Document
{
    public function __construct(
        /** @var int|null positions to the newest change that can be read */
        public ?int $behind = null,
        /** @var string|null time of the last delivery that was accepted, in UTC */
        public ?string $deliveredAt = null,
        /** @var string|null nothing was accepted since then, in UTC; null: the last delivery was accepted */
        public ?string $failingSince = null,
        /** @var int|null deliveries that were given up after three days */
        public ?int $parked = null,
        /** @var int|null all changes up to this position were accepted, or are tried again */
        public ?int $position = null,
        /** @var int|null deliveries that failed and are tried again */
        public ?int $retrying = null,
        /** @var bool|null whether changes are sent: it is active, and not suspended */
        public ?bool $sends = null,
        /** @var int|null deliveries that wait for an earlier change of their resource */
        public ?int $waiting = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'WebhookStatus'): static
    {
        return new self(
            behind: Read::integer($members['behind'] ?? null, $where . '.behind'),
            deliveredAt: Read::text($members['deliveredAt'] ?? null, $where . '.deliveredAt'),
            failingSince: Read::text($members['failingSince'] ?? null, $where . '.failingSince'),
            parked: Read::integer($members['parked'] ?? null, $where . '.parked'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            retrying: Read::integer($members['retrying'] ?? null, $where . '.retrying'),
            sends: Read::boolean($members['sends'] ?? null, $where . '.sends'),
            waiting: Read::integer($members['waiting'] ?? null, $where . '.waiting'),
        );
    }
}
