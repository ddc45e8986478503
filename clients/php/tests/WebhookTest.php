<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Errors\SignatureError;
use Tradelog\Client\Kind;
use Tradelog\Client\Webhook;

/** Signatures of webhooks. */
final class WebhookTest extends Check
{
    private const KEY = '0123456789abcdef0123456789abcdef';
    private const OTHER = 'another-secret-of-thirty-two-byt';
    private const BODY = '{"id":"e.1.0","position":"813","data":{"change":{"position":813,"resource":"inventory","qtyAfter":4.50},"document":{"a":1}}}';
    private const NOW = 1_770_000_000;

    public function testARightOne(): void
    {
        $message = $this->webhook()->verify(self::headers(self::sign(self::KEY)), self::BODY, self::NOW + 300);
        $this->same(['e.1.0', '813', 813], [$message->id, $message->position, $message->change?->position]);
        $this->same(['4.50', ['a' => 1]], [(string) $message->change?->qtyAfter, $message->document]);
    }

    public function testTheExampleOfTheStandard(): void
    {
        $message = (new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'))->verify([
            'webhook-id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp' => '1614265330',
            'webhook-signature' => ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
        ], '{"test": 2432232314}', 1614265330);
        $this->same(['test' => 2432232314], $message->members);
    }

    public function testARotation(): void
    {
        $both = self::sign(self::OTHER) . ' v2,x ' . self::sign(self::KEY);
        $this->same('e.1.0', $this->webhook()->verify(self::headers($both), self::BODY, self::NOW)->id);
        $two = new Webhook(['whsec_' . base64_encode(self::OTHER), 'whsec_' . base64_encode(self::KEY)]);
        $this->same('e.1.0', $two->verify(self::headers(self::sign(self::KEY)), self::BODY, self::NOW)->id);
    }

    public function testWrongOnes(): void
    {
        $right = self::sign(self::KEY);
        foreach ([
            'another secret' => [self::headers(self::sign(self::OTHER)), self::BODY, self::NOW],
            'another body' => [self::headers($right), self::BODY . ' ', self::NOW],
            'too old' => [self::headers($right), self::BODY, self::NOW + 301],
            'too early' => [self::headers($right), self::BODY, self::NOW - 301],
            'another time' => [self::headers($right, (string) (self::NOW + 1)), self::BODY, self::NOW],
            'no time' => [self::headers($right, 'soon'), self::BODY, self::NOW],
            'another version' => [self::headers(str_replace('v1,', 'v2,', $right)), self::BODY, self::NOW],
            'a part' => [self::headers(substr($right, 0, 20)), self::BODY, self::NOW],
            'no signature' => [self::headers(''), self::BODY, self::NOW],
            'no headers' => [[], self::BODY, self::NOW],
        ] as $what => [$headers, $body, $now]) {
            $error = $this->fails(SignatureError::class, fn () => $this->webhook()->verify($headers, $body, $now));
            $this->same([Kind::Signature, false], [$error->kind, $error->retryable], $what);
        }
    }

    public function testSecretsThatAreNone(): void
    {
        foreach (['', 'whsec_', 'whsec_%%'] as $secret) {
            $this->fails(\ValueError::class, static fn () => new Webhook($secret));
        }
    }

    public function testHeadersOfAServer(): void
    {
        $server = ['HTTP_WEBHOOK_ID' => 'e.1.0', 'HTTP_WEBHOOK_TIMESTAMP' => '1', 'HTTP_HOST' => 'x', 'argv' => []];
        $this->same(['webhook-id' => 'e.1.0', 'webhook-timestamp' => '1'], Webhook::headersOf($server));
    }

    private function webhook(): Webhook
    {
        return new Webhook('whsec_' . base64_encode(self::KEY));
    }

    private static function sign(string $key): string
    {
        return 'v1,' . base64_encode(hash_hmac('sha256', 'e.1.0.' . self::NOW . '.' . self::BODY, $key, true));
    }

    /** @return array<string, string> */
    private static function headers(string $signature, ?string $sent = null): array
    {
        return ['Webhook-Id' => 'e.1.0', 'Webhook-Timestamp' => $sent ?? (string) self::NOW, 'Webhook-Signature' => $signature];
    }
}
