<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\SignatureError;

/** Checks the signatures of webhooks (Standard Webhooks). */
final readonly class Webhook
{
    /** The greatest accepted difference between the time of a message and the clock, in seconds. */
    public const TOLERANCE = 300;

    /** @var list<string> */
    private array $keys;

    /** @param string|list<string> $secret the secret of the subscription, or several during a rotation */
    public function __construct(#[\SensitiveParameter] string|array $secret, private int $tolerance = self::TOLERANCE)
    {
        $this->keys = array_map(self::key(...), is_array($secret) ? array_values($secret) : [$secret]);
    }

    /**
     * Returns the message of a request. Skip messages with a known id.
     *
     * @param array<string, string|list<string>> $headers by their names, in any case
     * @param string $body as it was received: file_get_contents('php://input')
     * @param ?int $now seconds since 1970, the clock's by default
     * @throws SignatureError
     */
    public function verify(array $headers, string $body, ?int $now = null): WebhookMessage
    {
        $received = [];
        foreach ($headers as $name => $value) {
            $received[strtolower((string) $name)] = is_array($value) ? implode(' ', $value) : $value;
        }
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (!isset($received[$name])) {
                throw SignatureError::because("the header $name is missing");
            }
        }
        $sent = $received['webhook-timestamp'];
        if (!ctype_digit($sent) || strlen($sent) > 15) {
            throw SignatureError::because('the header webhook-timestamp is no time');
        }
        if (abs(($now ?? time()) - (int) $sent) > $this->tolerance) {
            throw SignatureError::because('the message is too old, or its time lies ahead');
        }
        if (!$this->signed("{$received['webhook-id']}.$sent.$body", $received['webhook-signature'])) {
            throw SignatureError::because('no signature is right');
        }
        try {
            $message = Json::decode($body);
        } catch (\JsonException | \ValueError $error) {
            throw SignatureError::because('the body is no JSON: ' . $error->getMessage());
        }

        return WebhookMessage::of(is_array($message) ? $message : []);
    }

    /**
     * Returns the headers of the current request, for servers without getallheaders.
     *
     * @param array<string, mixed> $server $_SERVER
     * @return array<string, string>
     */
    public static function headersOf(array $server): array
    {
        $headers = [];
        foreach ($server as $name => $value) {
            if (str_starts_with($name, 'HTTP_WEBHOOK_') && is_string($value)) {
                $headers[strtolower(str_replace('_', '-', substr($name, 5)))] = $value;
            }
        }

        return $headers;
    }

    private function signed(string $content, string $signatures): bool
    {
        $right = false;
        foreach ($this->keys as $key) {
            $expected = base64_encode(hash_hmac('sha256', $content, $key, true));
            foreach (preg_split('/\s+/', $signatures, -1, PREG_SPLIT_NO_EMPTY) as $signature) {
                // All are compared, so that the time does not reveal the matching one.
                $right = (str_starts_with($signature, 'v1,') && hash_equals($expected, substr($signature, 3))) || $right;
            }
        }

        return $right;
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret, true);
        if ($key === false) {
            throw new \ValueError('the secret of a webhook is whsec_ and base64');
        }
        if ($key === '') {
            throw new \ValueError('the secret of a webhook is empty'); // anybody could sign with it
        }

        return $key;
    }
}
