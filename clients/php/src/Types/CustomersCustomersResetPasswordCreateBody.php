<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersResetPasswordCreateBody extends Body
{
    public function __construct(
        /** @var string|null e-mail address of the account */
        public ?string $email = null,
        /** @var string|null new password: at least 7 characters, or the configured minimum */
        public ?string $newPassword = null,
        /** @var string|null token from the link in the e-mail */
        public ?string $resetToken = null,
    ) {
    }
}
