<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A way to get a token. */
interface Login
{
    /**
     * Returns an answer with token and expires_in.
     *
     * @param \Closure(string, array<string, mixed>, ?string): array<string, mixed> $post posts a body to a path below /auth, with a token
     *     if there is one, and returns the answer
     * @param ?string $valid the former token while it is valid
     * @return array<string, mixed>
     */
    public function token(\Closure $post, ?string $valid): array;
}
