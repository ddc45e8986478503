<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\ShopError;

/** The e-mail address and the password of a customer. $twofaCode returns a code of the customer's second factor. */
final readonly class CustomerLogin implements Login
{
    /** @param ?\Closure(): string $twofaCode */
    public function __construct(
        private string $email,
        #[\SensitiveParameter] private string $password,
        private ?\Closure $twofaCode = null,
    ) {
    }

    public function token(\Closure $post, ?string $valid): array
    {
        if ($valid !== null) {
            try {
                return $post('/auth/refresh', [], $valid);
            } catch (ShopError) {
                // A login returns a token as well, or fails with the reason.
            }
        }
        $body = ['grant_type' => 'customer', 'email' => $this->email, 'password' => $this->password];
        if ($this->twofaCode !== null) {
            $body['twofa_code'] = ($this->twofaCode)();
        }

        return $post('/auth/token', $body, null);
    }

    /** @return array<string, string> without the password */
    public function __debugInfo(): array
    {
        return ['email' => $this->email];
    }
}
