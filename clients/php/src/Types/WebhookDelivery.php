<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class WebhookDelivery extends Document
{
    public function __construct(
        /** @var int|null number of attempts */
        public ?int $attempts = null,
        /** @var string|null why the last attempt failed; null if it did not */
        public ?string $error = null,
        /** @var string|null time of the first attempt, or at which it began to wait, in UTC */
        public ?string $firstAttemptAt = null,
        /** @var int|null HTTP status of the last answer; null: there was no answer */
        public ?int $httpStatus = null,
        /** @var string|null time of the last attempt, in UTC */
        public ?string $lastAttemptAt = null,
        /** @var string|null ID of the message, the same for each attempt: the header webhook-id and the id of the CloudEvent */
        public ?string $messageId = null,
        /** @var int|null time that the last attempt took */
        public ?int $milliseconds = null,
        /** @var string|null time of the next attempt, in UTC; null: there is none, or it waits */
        public ?string $nextAttemptAt = null,
        /** @var int|null position of the change in the log */
        public ?int $position = null,
        /** @var string|null name of the resource, such as orders */
        public ?string $resource = null,
        /** @var string|null what the path of the resource takes */
        public ?string $resourceId = null,
        /** @var 'delivered'|'retrying'|'waiting'|'parked'|null what became of the delivery */
        public ?string $state = null,
        /** @var 'created'|'changed'|'deleted'|null what happened to it */
        public ?string $what = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'WebhookDelivery'): static
    {
        return new self(
            attempts: Read::integer($members['attempts'] ?? null, $where . '.attempts'),
            error: Read::text($members['error'] ?? null, $where . '.error'),
            firstAttemptAt: Read::text($members['firstAttemptAt'] ?? null, $where . '.firstAttemptAt'),
            httpStatus: Read::integer($members['httpStatus'] ?? null, $where . '.httpStatus'),
            lastAttemptAt: Read::text($members['lastAttemptAt'] ?? null, $where . '.lastAttemptAt'),
            messageId: Read::text($members['messageId'] ?? null, $where . '.messageId'),
            milliseconds: Read::integer($members['milliseconds'] ?? null, $where . '.milliseconds'),
            nextAttemptAt: Read::text($members['nextAttemptAt'] ?? null, $where . '.nextAttemptAt'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            resource: Read::text($members['resource'] ?? null, $where . '.resource'),
            resourceId: Read::text($members['resourceId'] ?? null, $where . '.resourceId'),
            state: Read::text($members['state'] ?? null, $where . '.state'),
            what: Read::text($members['what'] ?? null, $where . '.what'),
        );
    }
}
