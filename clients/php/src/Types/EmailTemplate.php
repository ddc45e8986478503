<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class EmailTemplate extends Document
{
    public function __construct(
        /** @var bool|null whether it is used; true by default */
        public ?bool $enabled = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null HTML template between header and footer, at most 64 KiB; empty: the built-in one. Values are escaped */
        public ?string $html = null,
        /** @var int|null ID of the template */
        public ?int $id = null,
        /** @var string|null kind of e-mail, such as order or password-reset; docs/mail.md lists all kinds and their variables */
        public ?string $kind = null,
        /** @var string|null language it applies to, such as de; empty when storeId is set */
        public ?string $language = null,
        /** @var int|null ID of the store view it applies to; 0: all store views of the language */
        public ?int $storeId = null,
        /** @var string|null subject without the shop's name, which is put in front; empty: the built-in one */
        public ?string $subject = null,
        /** @var string|null plain-text template, at most 64 KiB; empty: the built-in one. {{.Order.Number}} shows a variable; if, else, with and range are allowed */
        public ?string $text = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'EmailTemplate'): static
    {
        return new self(
            enabled: Read::boolean($members['enabled'] ?? null, $where . '.enabled'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            html: Read::text($members['html'] ?? null, $where . '.html'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            kind: Read::text($members['kind'] ?? null, $where . '.kind'),
            language: Read::text($members['language'] ?? null, $where . '.language'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            subject: Read::text($members['subject'] ?? null, $where . '.subject'),
            text: Read::text($members['text'] ?? null, $where . '.text'),
        );
    }
}
