<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A decoded answer. */
final readonly class Result
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(public mixed $data, public int $status, public array $headers)
    {
    }

    /** The ETag, to be sent as ifMatch. */
    public function etag(): ?string
    {
        return $this->headers['etag'] ?? null;
    }

    /** The position of the write in the event log. */
    public function position(): ?string
    {
        return $this->headers['x-event-position'] ?? null;
    }

    /** Tells whether this is the stored answer of an earlier request with the same key. */
    public function replayed(): bool
    {
        return ($this->headers['x-idempotency-replayed'] ?? '') === 'true';
    }

    /** The identifier of the request in the logs of the shop. */
    public function requestId(): string
    {
        return $this->headers['x-request-id'] ?? '';
    }

    /** The number of rows on all pages of a list. */
    public function total(): ?int
    {
        return isset($this->headers['x-total-count']) ? (int) $this->headers['x-total-count'] : null;
    }
}
