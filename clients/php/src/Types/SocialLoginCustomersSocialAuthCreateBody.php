<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SocialLoginCustomersSocialAuthCreateBody extends Body
{
    public function __construct(
        /** @var string|null masked ID of a guest cart to merge into the customer's cart */
        public ?string $cartId = null,
        /** @var string|null first name of a new customer, if the provider has none */
        public ?string $firstName = null,
        /** @var string|null last name of a new customer, if the provider has none */
        public ?string $lastName = null,
        /** @var string|null nonce sent to the provider; the ID token must contain it */
        public ?string $nonce = null,
        /** @var string|null google, apple, facebook, oidc, or another configured provider */
        public ?string $provider = null,
        /** @var string|null ID token from the provider; for facebook an access token */
        public ?string $providerToken = null,
        /** @var string|null two-factor code, if two-factor login is on */
        public ?string $twofaCode = null,
    ) {
    }
}
