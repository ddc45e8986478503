<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersForgetCreateBody extends Body
{
    public function __construct(
        /** @var bool|null true: forget despite open orders, revocations or gift cards; they may become undeliverable */
        public ?bool $force = null,
        /** @var string|null reason, kept in the log; must not identify the person */
        public ?string $reason = null,
    ) {
    }
}
