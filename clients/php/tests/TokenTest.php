<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Answer;
use Tradelog\Client\CustomerLogin;
use Tradelog\Client\Errors\ShopError;
use Tradelog\Client\Errors\Unauthorized;
use Tradelog\Client\Kind;
use Tradelog\Client\Login;
use Tradelog\Client\ServiceLogin;
use Tradelog\Client\TokenKeeper;

/** Logins and the renewal of tokens. */
final class TokenTest extends Check
{
    private float $now = 0.0;

    /** @var list<array{string, ?string}> */
    private array $posts = [];

    public function testAServiceAccountLogsInOnce(): void
    {
        $transport = new FakeTransport(self::grant('t1'), FakeTransport::answer([]));
        $shop = $transport->client(new ServiceLogin('id', 'secret'));
        $this->same(0, count($transport->requests), 'requests');
        $shop->get('/orders');
        $shop->get('/orders');
        $this->same(3, count($transport->requests), 'requests');
        $this->same('{"grant_type":"client_credentials","client_id":"id","client_secret":"secret"}', $transport->requests[0]->body);
        $this->holds(!isset($transport->requests[0]->headers['X-Idempotency-Key']), 'a login has no key');
        $this->same('Bearer t1', $transport->requests[2]->headers['Authorization']);
    }

    public function testARefusedTokenIsRenewedOnceWithTheSameKey(): void
    {
        $refused = FakeTransport::refusal(401, 'authentication_error');
        $transport = new FakeTransport(self::grant('t1'), $refused, self::grant('t2'), FakeTransport::answer([]));
        $transport->client(new ServiceLogin('id', 'secret'))->post('/coupons', []);
        [, $first, , $second] = $transport->requests;
        $this->same('Bearer t2', $second->headers['Authorization']);
        $this->same($first->headers['X-Idempotency-Key'], $second->headers['X-Idempotency-Key']);
        $transport = new FakeTransport(self::grant('t1'), $refused, self::grant('t2'), $refused);
        $this->fails(Unauthorized::class, fn () => $transport->client(new ServiceLogin('id', 'secret'))->get('/orders'));
        $this->same(4, count($transport->requests), 'requests');
        $transport = new FakeTransport($refused);
        $this->fails(Unauthorized::class, fn () => $transport->client('given')->get('/orders'));
        $this->same(1, count($transport->requests), 'a given token is never renewed; requests');
    }

    public function testAWrongPasswordIsTold(): void
    {
        $transport = new FakeTransport(FakeTransport::refusal(401, 'invalid_credentials'));
        $login = new CustomerLogin('a@example.com', 'wrong');
        $error = $this->fails(Unauthorized::class, fn () => $transport->client($login)->get('/customers/me'));
        $this->same('invalid_credentials', $error->errorCode);
    }

    public function testSecretsAreNotShown(): void
    {
        ob_start();
        var_dump(new ServiceLogin('id', 'hidden'), new CustomerLogin('a@example.com', 'hidden'));
        $this->holds(!str_contains((string) ob_get_clean(), 'hidden'), 'no secret is dumped');
    }

    public function testLogout(): void
    {
        $transport = new FakeTransport(
            self::grant('t1'),
            FakeTransport::answer([]),
            FakeTransport::answer([]),
            self::grant('t2'),
            FakeTransport::answer([]),
        );
        $shop = $transport->client(new ServiceLogin('id', 'secret'));
        $shop->get('/orders');
        $shop->logout();
        $shop->get('/orders');
        $this->same('https://shop.example/api/rest/v2/auth/logout', $transport->requests[2]->url);
        $this->same('Bearer t1', $transport->requests[2]->headers['Authorization']);
        $this->same('Bearer t2', $transport->requests[4]->headers['Authorization']);
    }

    public function testACustomerIsRenewedBeforeTheEnd(): void
    {
        $keeper = $this->keeper(new CustomerLogin('a@example.com', 'p'), 't1', 't2', 't3');
        $tokens = [];
        foreach ([0, 3539, 3541, 3541 + 3600] as $now) {
            $this->now = $now;
            $tokens[] = $keeper();
        }
        $this->same(['t1', 't1', 't2', 't3'], $tokens);
        $this->same([['/auth/token', null], ['/auth/refresh', 't1'], ['/auth/token', null]], $this->posts);
    }

    public function testARenewalThatFailsIsAnotherLogin(): void
    {
        $refused = new Unauthorized('no', Kind::Unauthorized, status: 401);
        $keeper = $this->keeper(new CustomerLogin('a@example.com', 'p'), 't1', $refused, 't2');
        $keeper();
        $this->now = 3550;
        $this->same('t2', $keeper());
        $this->same(['/auth/token', '/auth/refresh', '/auth/token'], array_column($this->posts, 0));
    }

    public function testAnOutageDoesNotSpoilAValidToken(): void
    {
        $keeper = $this->keeper(new ServiceLogin('id', 'secret'), 't1', FakeTransport::lost(), 't2');
        $keeper();
        $this->now = 3550;
        $this->same(['t1', 't2'], [$keeper(), $keeper()]);
    }

    /** @return \Closure(): string the token of the moment */
    private function keeper(Login $login, string|ShopError ...$steps): \Closure
    {
        $post = function (string $path, array $body, ?string $token) use (&$steps): array {
            $this->posts[] = [$path, $token];
            $step = array_shift($steps);

            return $step instanceof ShopError ? throw $step : ['token' => $step, 'expires_in' => 3600];
        };

        $keeper = new TokenKeeper($login, fn (): float => $this->now);

        return static fn (): string => $keeper->token($post);
    }

    private static function grant(string $token): Answer
    {
        return FakeTransport::answer(['token' => $token, 'token_type' => 'Bearer', 'expires_in' => 3600]);
    }
}
