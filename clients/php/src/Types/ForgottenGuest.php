<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ForgottenGuest extends Document
{
    public function __construct(
        /** @var list<int>|null IDs of customers with this e-mail address; unchanged, forget them separately */
        public ?array $accounts = null,
        /** @var int|null number of deleted encryption keys of personal data */
        public ?int $deletedKeys = null,
        /** @var bool|null true: nothing was changed; the members tell what would be forgotten */
        public ?bool $dryRun = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var list<string>|null event streams whose personal data is now unreadable, such as order-7 */
        public ?array $histories = null,
        /** @var list<string>|null increment IDs of the person's orders */
        public ?array $orders = null,
        /** @var list<ForgottenPart>|null what goes and what stays */
        public ?array $parts = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ForgottenGuest'): static
    {
        return new self(
            accounts: Read::listOf(Read::integer(...))($members['accounts'] ?? null, $where . '.accounts'),
            deletedKeys: Read::integer($members['deletedKeys'] ?? null, $where . '.deletedKeys'),
            dryRun: Read::boolean($members['dryRun'] ?? null, $where . '.dryRun'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            histories: Read::listOf(Read::text(...))($members['histories'] ?? null, $where . '.histories'),
            orders: Read::listOf(Read::text(...))($members['orders'] ?? null, $where . '.orders'),
            parts: Read::listOf(Read::object(ForgottenPart::class))($members['parts'] ?? null, $where . '.parts'),
        );
    }
}
