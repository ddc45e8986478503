<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TokenCustomer extends Document
{
    public function __construct(
        /** @var string|null e-mail address */
        public ?string $email = null,
        /** @var string|null first name */
        public ?string $firstName = null,
        /** @var int|null ID of the customer */
        public ?int $id = null,
        /** @var string|null last name */
        public ?string $lastName = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TokenCustomer'): static
    {
        return new self(
            email: Read::text($members['email'] ?? null, $where . '.email'),
            firstName: Read::text($members['firstName'] ?? null, $where . '.firstName'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            lastName: Read::text($members['lastName'] ?? null, $where . '.lastName'),
        );
    }
}
