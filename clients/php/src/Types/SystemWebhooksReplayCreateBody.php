<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SystemWebhooksReplayCreateBody extends Body
{
    public function __construct(
        /** @var string position, or cursor of the feed, after which all changes are sent again; 0: all of the log; latest: skip what was not sent */
        public string $after,
    ) {
    }
}
