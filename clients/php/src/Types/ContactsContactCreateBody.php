<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class ContactsContactCreateBody extends Body
{
    public function __construct(
        /** @var string message; cut off after 5000 characters */
        public string $comment,
        /** @var string e-mail address for the reply */
        public string $email,
        /** @var string name of the sender; cut off after 255 characters */
        public string $name,
        /** @var string|null captcha token, if GET /contact/config names a provider */
        public ?string $captchaToken = null,
        /** @var string|null telephone of the sender; cut off after 50 characters */
        public ?string $telephone = null,
    ) {
    }
}
