<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ForgottenPart extends Document
{
    public function __construct(
        /** @var int|null how many there are; null if they cannot be counted */
        public ?int $count = null,
        /** @var 'deleted'|'anonymized'|'kept'|null deleted: nobody can read it any more; anonymized: the facts stay, without the person; kept: it stays */
        public ?string $fate = null,
        /** @var list<string>|null increment IDs of the orders */
        public ?array $orders = null,
        /** @var 'account'|'emailAddresses'|'signIns'|'addresses'|'carts'|'files'|'wishlistItems'|'stockAlerts'|'newsletterSubscriptions'|'reviews'|'contactMessages'|'emails'|'storedAnswers'|'keys'|'orders'|'invoices'|'creditMemos'|'shipments'|'giftCards'|'revocations'|'accounts'|'streams'|'published'|'backups'|null kind of data */
        public ?string $what = null,
        /** @var string|null what happens to it, or why it stays */
        public ?string $why = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ForgottenPart'): static
    {
        return new self(
            count: Read::integer($members['count'] ?? null, $where . '.count'),
            fate: Read::text($members['fate'] ?? null, $where . '.fate'),
            orders: Read::listOf(Read::text(...))($members['orders'] ?? null, $where . '.orders'),
            what: Read::text($members['what'] ?? null, $where . '.what'),
            why: Read::text($members['why'] ?? null, $where . '.why'),
        );
    }
}
