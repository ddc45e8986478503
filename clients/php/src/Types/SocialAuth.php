<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class SocialAuth extends Document
{
    public function __construct(
        /** @var int|null ID of the active cart */
        public ?int $cartId = null,
        /** @var Decimal|null number of units in the active cart */
        public ?Decimal $cartItemsQty = null,
        /** @var string|null masked ID of the active cart, if it has one */
        public ?string $cartMaskedId = null,
        /** @var TokenCustomer|null the customer */
        public ?TokenCustomer $customer = null,
        /** @var int|null seconds until the token expires */
        public ?int $expires_in = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null always social-auth */
        public ?string $id = null,
        /** @var bool|null whether this login opened the account */
        public ?bool $isNewCustomer = null,
        /** @var bool|null whether the account's name is only a placeholder */
        public ?bool $profileIncomplete = null,
        /** @var string|null code of the sign-in provider */
        public ?string $provider = null,
        /** @var string|null JSON Web Token */
        public ?string $token = null,
        /** @var string|null always Bearer */
        public ?string $token_type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'SocialAuth'): static
    {
        return new self(
            cartId: Read::integer($members['cartId'] ?? null, $where . '.cartId'),
            cartItemsQty: Read::decimal($members['cartItemsQty'] ?? null, $where . '.cartItemsQty'),
            cartMaskedId: Read::text($members['cartMaskedId'] ?? null, $where . '.cartMaskedId'),
            customer: Read::object(TokenCustomer::class)($members['customer'] ?? null, $where . '.customer'),
            expires_in: Read::integer($members['expires_in'] ?? null, $where . '.expires_in'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            isNewCustomer: Read::boolean($members['isNewCustomer'] ?? null, $where . '.isNewCustomer'),
            profileIncomplete: Read::boolean($members['profileIncomplete'] ?? null, $where . '.profileIncomplete'),
            provider: Read::text($members['provider'] ?? null, $where . '.provider'),
            token: Read::text($members['token'] ?? null, $where . '.token'),
            token_type: Read::text($members['token_type'] ?? null, $where . '.token_type'),
        );
    }
}
