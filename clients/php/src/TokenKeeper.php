<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\NetworkError;
use Tradelog\Client\Errors\ShopError;

/**
 * Holds the token of a login and renews it before it ends.
 *
 * @internal
 */
final class TokenKeeper
{
    private ?string $token = null;
    private float $renewAt = 0.0;
    private float $endsAt = 0.0;

    /** @param ?\Closure(): float $clock seconds; the time since the machine started by default */
    public function __construct(private readonly Login $login, private readonly ?\Closure $clock = null)
    {
    }

    /**
     * Returns a token that does not end soon. $post is called if a token must be requested.
     *
     * @param \Closure(string, array<string, mixed>, ?string): array<string, mixed> $post
     */
    public function token(\Closure $post): string
    {
        $now = $this->clock === null ? hrtime(true) / 1e9 : ($this->clock)();
        if ($this->token !== null && $now < $this->renewAt) {
            return $this->token;
        }
        $valid = $now < $this->endsAt ? $this->token : null;
        try {
            $answer = $this->login->token($post, $valid);
        } catch (ShopError $error) {
            if ($valid !== null && $error->retryable) {
                return $valid;
            }
            throw $error;
        }
        [$token, $lifetime] = [$answer['token'] ?? null, $answer['expires_in'] ?? null];
        if (!is_string($token) || !is_int($lifetime)) {
            throw NetworkError::because('the answer to a login has no token');
        }
        $this->endsAt = $now + $lifetime;
        $this->renewAt = $this->endsAt - min(60.0, $lifetime / 4);

        return $this->token = $token;
    }

    /** Removes the token and returns it. */
    public function forget(): ?string
    {
        $token = $this->token;
        $this->token = null;
        $this->endsAt = 0.0;

        return $token;
    }
}
