<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class SampleDocument extends Document
{
    public function __construct(
        /** @var string|null page; the logo is part of it */
        public ?string $html = null,
        /** @var string|null subject, without the shop's name in front */
        public ?string $subject = null,
        /** @var string|null plain text */
        public ?string $text = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'SampleDocument'): static
    {
        return new self(
            html: Read::text($members['html'] ?? null, $where . '.html'),
            subject: Read::text($members['subject'] ?? null, $where . '.subject'),
            text: Read::text($members['text'] ?? null, $where . '.text'),
        );
    }
}
