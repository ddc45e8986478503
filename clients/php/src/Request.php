<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A request as it is sent. */
final readonly class Request
{
    /**
     * @param array<string, string> $headers
     * @param float $timeout seconds until the whole answer must be there
     * @param bool $fresh whether it must go over a new connection, because it could not be repeated if an idle one had ended
     */
    public function __construct(
        public string $method,
        public string $url,
        public array $headers = [],
        public ?string $body = null,
        public float $timeout = 30.0,
        public ?Cancellation $cancellation = null,
        public bool $fresh = false,
    ) {
    }
}
