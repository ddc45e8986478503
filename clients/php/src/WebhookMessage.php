<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Types\Change;

/** A message of a webhook: one CloudEvent. */
final readonly class WebhookMessage
{
    /**
     * @param ?Change $change the change; null for messages about other things, such as those of tradelog relay
     * @param ?array<string, mixed> $document the resource, if the subscription asks for it and it is still there
     * @param array<string, mixed> $members the whole message
     */
    private function __construct(
        public string $id,
        public string $type,
        public string $subject,
        public string $position,
        public ?Change $change,
        public ?array $document,
        public array $members,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function of(array $members): self
    {
        $text = static fn (string $name): string => Read::text($members[$name] ?? '', "message.$name") ?? '';
        $data = is_array($members['data'] ?? null) ? $members['data'] : [];

        return new self(
            $text('id'),
            $text('type'),
            $text('subject'),
            $text('position'),
            Read::object(Change::class)($data['change'] ?? null, 'message.data.change'),
            is_array($data['document'] ?? null) ? $data['document'] : null,
            $members,
        );
    }
}
