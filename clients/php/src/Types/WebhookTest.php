<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class WebhookTest extends Document
{
    public function __construct(
        /** @var bool|null whether the receiver answered with a status of success */
        public ?bool $accepted = null,
        /** @var string|null why it was not accepted */
        public ?string $error = null,
        /** @var int|null HTTP status of the answer; null: there was none */
        public ?int $httpStatus = null,
        /** @var string|null ID of the message */
        public ?string $messageId = null,
        /** @var int|null time that it took */
        public ?int $milliseconds = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'WebhookTest'): static
    {
        return new self(
            accepted: Read::boolean($members['accepted'] ?? null, $where . '.accepted'),
            error: Read::text($members['error'] ?? null, $where . '.error'),
            httpStatus: Read::integer($members['httpStatus'] ?? null, $where . '.httpStatus'),
            messageId: Read::text($members['messageId'] ?? null, $where . '.messageId'),
            milliseconds: Read::integer($members['milliseconds'] ?? null, $where . '.milliseconds'),
        );
    }
}
