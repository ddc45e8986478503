<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Entry extends Document
{
    public function __construct(
        /** @var Actor|null who did it */
        public ?Actor $actor = null,
        /** @var Cause|null what led to it */
        public ?Cause $cause = null,
        /** @var list<TrailChange>|null what differs between the documents before and after it */
        public ?array $changes = null,
        /** @var string|null the decision that led to it, such as HoldOrder */
        public ?string $command = null,
        /** @var string|null identifier of the event */
        public ?string $eventId = null,
        /** @var bool|null the person in the event is forgotten; what was personal reads forgotten */
        public ?bool $forgotten = null,
        /** @var int|null place in the log */
        public ?int $position = null,
        /** @var string|null why, if somebody said so */
        public ?string $reason = null,
        /** @var string|null when the log stored it */
        public ?string $recordedAt = null,
        /** @var int|null place in the stream, from 0 */
        public ?int $revision = null,
        /** @var string|null hexadecimal seal of the event in the chain of the log; empty where the log has none */
        public ?string $seal = null,
        /** @var string|null stream of the event */
        public ?string $stream = null,
        /** @var string|null when it happened */
        public ?string $time = null,
        /** @var string|null type of the event */
        public ?string $type = null,
        /** @var string|null what happened, in a sentence */
        public ?string $what = null,
        /** @var list<string>|null members that are not shown: personal ones without the permission to see them, and secrets */
        public ?array $withheld = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Entry'): static
    {
        return new self(
            actor: Read::object(Actor::class)($members['actor'] ?? null, $where . '.actor'),
            cause: Read::object(Cause::class)($members['cause'] ?? null, $where . '.cause'),
            changes: Read::listOf(Read::object(TrailChange::class))($members['changes'] ?? null, $where . '.changes'),
            command: Read::text($members['command'] ?? null, $where . '.command'),
            eventId: Read::text($members['eventId'] ?? null, $where . '.eventId'),
            forgotten: Read::boolean($members['forgotten'] ?? null, $where . '.forgotten'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            reason: Read::text($members['reason'] ?? null, $where . '.reason'),
            recordedAt: Read::text($members['recordedAt'] ?? null, $where . '.recordedAt'),
            revision: Read::integer($members['revision'] ?? null, $where . '.revision'),
            seal: Read::text($members['seal'] ?? null, $where . '.seal'),
            stream: Read::text($members['stream'] ?? null, $where . '.stream'),
            time: Read::text($members['time'] ?? null, $where . '.time'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
            what: Read::text($members['what'] ?? null, $where . '.what'),
            withheld: Read::listOf(Read::text(...))($members['withheld'] ?? null, $where . '.withheld'),
        );
    }
}
