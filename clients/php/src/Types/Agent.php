<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Agent extends Document
{
    public function __construct(
        /** @var int|null ID of the account */
        public ?int $accountId = null,
        /** @var string|null name of the program, as it says of itself */
        public ?string $client = null,
        /** @var string|null OAuth client ID: a number of the registration, or the URL of the client's metadata */
        public ?string $clientId = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null time until which it may act, in UTC */
        public ?string $expiresAt = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null host that its authorization was sent to */
        public ?string $host = null,
        /** @var int|null ID of the agent */
        public ?int $id = null,
        /** @var list<string>|null tool sets that it may use, such as (at)support; never more than the account may */
        public ?array $tools = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Agent'): static
    {
        return new self(
            accountId: Read::integer($members['accountId'] ?? null, $where . '.accountId'),
            client: Read::text($members['client'] ?? null, $where . '.client'),
            clientId: Read::text($members['clientId'] ?? null, $where . '.clientId'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            expiresAt: Read::text($members['expiresAt'] ?? null, $where . '.expiresAt'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            host: Read::text($members['host'] ?? null, $where . '.host'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            tools: Read::listOf(Read::text(...))($members['tools'] ?? null, $where . '.tools'),
        );
    }
}
