<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ContactConfig extends Document
{
    public function __construct(
        /** @var string|null captcha provider: none, turnstile, recaptcha_v3 or one of a module */
        public ?string $captchaProvider = null,
        /** @var string|null site key at the captcha provider; null without a provider */
        public ?string $captchaSiteKey = null,
        /** @var bool|null whether the contact form is enabled */
        public ?bool $enabled = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null name of a hidden field that must be sent empty; null if there is none */
        public ?string $honeypotField = null,
        /** @var string|null always contact */
        public ?string $id = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ContactConfig'): static
    {
        return new self(
            captchaProvider: Read::text($members['captchaProvider'] ?? null, $where . '.captchaProvider'),
            captchaSiteKey: Read::text($members['captchaSiteKey'] ?? null, $where . '.captchaSiteKey'),
            enabled: Read::boolean($members['enabled'] ?? null, $where . '.enabled'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            honeypotField: Read::text($members['honeypotField'] ?? null, $where . '.honeypotField'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
        );
    }
}
