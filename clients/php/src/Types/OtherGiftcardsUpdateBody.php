<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class OtherGiftcardsUpdateBody extends Body
{
    public function __construct(
        /** @var Decimal|null remaining value of the card, at most 10000 */
        public Decimal|int|null $balance = null,
        /** @var string|null reason for the change */
        public ?string $comment = null,
        /** @var 'active'|'used'|'expired'|'disabled'|null status */
        public ?string $status = null,
        /** @var list<int>|null cannot be changed; only the present IDs are accepted */
        public ?array $websiteIds = null,
    ) {
    }
}
