<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** The client credentials of a service account. */
final readonly class ServiceLogin implements Login
{
    public function __construct(private string $clientId, #[\SensitiveParameter] private string $clientSecret)
    {
    }

    public function token(\Closure $post, ?string $valid): array
    {
        $body = ['grant_type' => 'client_credentials', 'client_id' => $this->clientId, 'client_secret' => $this->clientSecret];

        return $post('/auth/token', $body, null);
    }

    /** @return array<string, string> without the secret */
    public function __debugInfo(): array
    {
        return ['clientId' => $this->clientId];
    }
}
