<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class ApiAuthTokenCreateBody extends Body
{
    public function __construct(
        /** @var string|null api_user: API key */
        public ?string $api_key = null,
        /** @var string|null client_credentials: client ID of the service account */
        public ?string $client_id = null,
        /** @var string|null client_credentials: client secret */
        public ?string $client_secret = null,
        /** @var string|null customer: e-mail address; username is accepted too */
        public ?string $email = null,
        /** @var 'customer'|'client_credentials'|'api_user'|null grant type; decides which credentials are read */
        public ?string $grant_type = null,
        /** @var string|null customer: masked ID of a guest cart to merge; cartId and guestCartId are accepted too */
        public ?string $maskedId = null,
        /** @var string|null customer: password */
        public ?string $password = null,
        /** @var string|null customer: two-factor code, if two-factor login is on */
        public ?string $twofa_code = null,
        /** @var string|null api_user: name of the account */
        public ?string $username = null,
    ) {
    }
}
