<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class GiftMessage extends Document
{
    public function __construct(
        /** @var string|null text of the message */
        public ?string $message = null,
        /** @var string|null name of the recipient */
        public ?string $recipient = null,
        /** @var string|null name of the giver */
        public ?string $sender = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'GiftMessage'): static
    {
        return new self(
            message: Read::text($members['message'] ?? null, $where . '.message'),
            recipient: Read::text($members['recipient'] ?? null, $where . '.recipient'),
            sender: Read::text($members['sender'] ?? null, $where . '.sender'),
        );
    }
}
