<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersReviewsUpdateBody extends Body
{
    public function __construct(
        /** @var 'approved'|'pending'|'not_approved'|null new status; customers see approved reviews only */
        public ?string $status = null,
        /** @var list<int|string>|null IDs or codes of the store views that show the review, or all; replaces the present ones */
        public ?array $stores = null,
    ) {
    }
}
