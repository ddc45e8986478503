<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersGuestsForgetCreateBody extends Body
{
    public function __construct(
        /** @var bool|null true: change nothing, report what would be forgotten */
        public ?bool $dryRun = null,
        /** @var string|null e-mail address of a guest; for API accounts of all stores only */
        public ?string $email = null,
        /** @var bool|null true: forget despite open orders, revocations or gift cards; they may become undeliverable */
        public ?bool $force = null,
        /** @var string|null increment ID of a guest's order, such as 100000001 */
        public ?string $incrementId = null,
        /** @var int|null ID of a guest's order */
        public ?int $orderId = null,
        /** @var string|null reason, kept in the log; must not identify the person */
        public ?string $reason = null,
    ) {
    }
}
