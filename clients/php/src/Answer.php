<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** An answer as it was received. */
final readonly class Answer
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(public int $status, public array $headers = [], public string $body = '')
    {
    }

    public function header(string $name): string
    {
        return $this->headers[$name] ?? '';
    }
}
