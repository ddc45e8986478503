<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class ContentEmailTemplatesCreateBody extends Body
{
    public function __construct(
        /** @var string kind of e-mail, such as order or password-reset; docs/mail.md lists all kinds and their variables */
        public string $kind,
        /** @var bool|null whether it is used; true by default */
        public ?bool $enabled = null,
        /** @var string|null HTML template between header and footer, at most 64 KiB; empty: the built-in one. Values are escaped */
        public ?string $html = null,
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
}
