<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Answer;
use Tradelog\Client\Client;
use Tradelog\Client\Errors\NetworkError;
use Tradelog\Client\Login;
use Tradelog\Client\Request;
use Tradelog\Client\Retry;
use Tradelog\Client\Transport;

/** Answers requests with the steps in turn, and further ones with the last step. */
final class FakeTransport implements Transport
{
    /** @var list<Request> */
    public array $requests = [];

    /** @var list<Answer|\Throwable|\Closure(Request): Answer> */
    private array $steps;

    public function __construct(Answer|\Throwable|\Closure ...$steps)
    {
        $this->steps = array_values($steps);
    }

    public function send(Request $request): Answer
    {
        $this->requests[] = $request;
        $step = count($this->steps) > 1 ? array_shift($this->steps) : $this->steps[0];
        if ($step instanceof \Throwable) {
            throw $step;
        }

        return $step instanceof \Closure ? $step($request) : $step;
    }

    /** Returns a client whose waits between attempts have the maximum length. */
    public function client(Login|string|null $login = 'token', mixed ...$options): Client
    {
        $options += ['retry' => new Retry(random: static fn (): float => 1.0)];

        return new Client('https://shop.example', $login, ...$options, transport: $this);
    }

    /** @param array<string, string> $headers */
    public static function answer(mixed $data = null, int $status = 200, array $headers = []): Answer
    {
        return new Answer($status, $headers + ['content-type' => 'application/json'], json_encode($data, JSON_THROW_ON_ERROR));
    }

    /** @param array<string, string> $headers */
    public static function refusal(int $status, string $code = '', string $message = 'no', array $headers = []): Answer
    {
        return self::answer(['error' => $code, 'message' => $message, 'code' => $status], $status, $headers + ['x-request-id' => 'r-1']);
    }

    public static function lost(): NetworkError
    {
        return NetworkError::because('lost');
    }
}
