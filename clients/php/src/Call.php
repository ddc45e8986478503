<?php

declare(strict_types=1);

namespace Tradelog\Client;

/**
 * A request before it is sent.
 *
 * @internal
 */
final readonly class Call
{
    /** @param array<string, string> $headers */
    public function __construct(
        public string $method,
        public string $url,
        public array $headers,
        public ?string $body,
        public bool $repeatable,
        public float $timeout,
        public Cancellation $cancellation,
        public bool $plain = true, // without headers of the caller, on which the answer may depend
    ) {
    }

    /** Returns the call with another header. */
    public function with(string $name, string $value): self
    {
        return new self(
            $this->method,
            $this->url,
            [$name => $value] + $this->headers,
            $this->body,
            $this->repeatable,
            $this->timeout,
            $this->cancellation,
            $this->plain,
        );
    }

    public function request(): Request
    {
        return new Request(
            $this->method,
            $this->url,
            $this->headers,
            $this->body,
            $this->timeout,
            $this->cancellation,
            fresh: !$this->repeatable,
        );
    }
}
