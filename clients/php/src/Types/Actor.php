<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Actor extends Document
{
    public function __construct(
        /** @var int|null number of the program that the account has let act for it; missing if the account acted itself */
        public ?int $agent = null,
        /** @var int|null number of the customer or account; 0 for none */
        public ?int $id = null,
        /** @var string|null guest, customer, admin, api, operator or system */
        public ?string $kind = null,
        /** @var string|null name at that time; empty if it is unknown, not shown to the caller, or forgotten */
        public ?string $name = null,
        /** @var string|null identifier of the token; empty if there was none */
        public ?string $token = null,
        /** @var string|null interface: rest, mcp, soap, cli or page; empty if it is not known */
        public ?string $via = null,
        /** @var string|null program that sent the request, as it named itself */
        public ?string $with = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Actor'): static
    {
        return new self(
            agent: Read::integer($members['agent'] ?? null, $where . '.agent'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            kind: Read::text($members['kind'] ?? null, $where . '.kind'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            token: Read::text($members['token'] ?? null, $where . '.token'),
            via: Read::text($members['via'] ?? null, $where . '.via'),
            with: Read::text($members['with'] ?? null, $where . '.with'),
        );
    }
}
