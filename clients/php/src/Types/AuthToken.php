<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AuthToken extends Document
{
    public function __construct(
        /** @var TokenAPIUser|null client_credentials and api_user grants: the account */
        public ?TokenAPIUser $apiUser = null,
        /** @var int|null customer grant: ID of the active cart */
        public ?int $cartId = null,
        /** @var Decimal|null customer grant: number of units in the active cart */
        public ?Decimal $cartItemsQty = null,
        /** @var string|null customer grant: masked ID of the active cart, if it has one */
        public ?string $cartMaskedId = null,
        /** @var TokenCustomer|null customer grant: the customer */
        public ?TokenCustomer $customer = null,
        /** @var int|null seconds until the token expires */
        public ?int $expires_in = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null always auth */
        public ?string $id = null,
        /** @var list<string>|null client_credentials and api_user grants: permissions of the account */
        public ?array $permissions = null,
        /** @var string|null JSON Web Token */
        public ?string $token = null,
        /** @var string|null always Bearer */
        public ?string $token_type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AuthToken'): static
    {
        return new self(
            apiUser: Read::object(TokenAPIUser::class)($members['apiUser'] ?? null, $where . '.apiUser'),
            cartId: Read::integer($members['cartId'] ?? null, $where . '.cartId'),
            cartItemsQty: Read::decimal($members['cartItemsQty'] ?? null, $where . '.cartItemsQty'),
            cartMaskedId: Read::text($members['cartMaskedId'] ?? null, $where . '.cartMaskedId'),
            customer: Read::object(TokenCustomer::class)($members['customer'] ?? null, $where . '.customer'),
            expires_in: Read::integer($members['expires_in'] ?? null, $where . '.expires_in'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            permissions: Read::listOf(Read::text(...))($members['permissions'] ?? null, $where . '.permissions'),
            token: Read::text($members['token'] ?? null, $where . '.token'),
            token_type: Read::text($members['token_type'] ?? null, $where . '.token_type'),
        );
    }
}
