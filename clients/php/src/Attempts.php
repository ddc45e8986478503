<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\NetworkError;
use Tradelog\Client\Errors\ShopError;

/**
 * Sends calls until they succeed, fail for good or were sent often enough.
 *
 * @internal
 */
final readonly class Attempts
{
    private const IN_USE = 'A request with this idempotency key is already being processed';

    public function __construct(private Transport $transport, private Retry $retry)
    {
    }

    public function send(Call $call): Answer
    {
        $lost = false; // an earlier attempt may have taken effect
        for ($attempt = 1; ; $attempt++) {
            $call->cancellation->check();
            [$answer, $failure, $asked] = [null, null, null];
            try {
                $answer = $this->transport->send($call->request());
            } catch (NetworkError $error) {
                $failure = $error;
            }
            if ($answer === null) {
                [$again, $lost] = [$call->repeatable, true];
            } elseif ($answer->status === 404 && $call->method === 'DELETE' && $lost) {
                return new Answer(204, $answer->headers);
            } else {
                $asked = self::retryAfter($answer);
                $again = self::changesByItself($call, $answer);
                // With such a status, the request may have taken effect.
                $lost = $lost || $answer->status >= 500 || $answer->status === 408;
            }
            if (!$again || $attempt >= $this->retry->attempts || ($asked ?? 0.0) > $this->retry->patience) {
                return $answer ?? throw $failure;
            }
            $call->cancellation->wait($this->retry->delay($attempt + 1, $asked));
        }
    }

    /** Returns the error of an answer. */
    public static function failure(Answer $answer): ShopError
    {
        try {
            $told = Json::decode($answer->body);
        } catch (\JsonException | \ValueError) {
            $told = null; // such as a page of a proxy
        }
        $code = is_array($told) ? $told['error'] ?? '' : '';
        $message = is_array($told) ? $told['message'] ?? '' : '';

        return ShopError::ofAnswer(
            $answer->status,
            is_string($code) ? $code : '',
            is_string($message) ? $message : '',
            $answer->header('x-request-id'),
            self::retryAfter($answer),
            Violation::listOf(is_array($told) ? $told['violations'] ?? null : null),
        );
    }

    /** Reports whether another attempt may succeed and is safe. */
    private static function changesByItself(Call $call, Answer $answer): bool
    {
        if ($answer->status === 429) {
            return true;
        }
        if (!$call->repeatable) {
            return false;
        }
        if ($answer->status === 409) {
            // An earlier attempt, whose answer was lost, is still running.
            return isset($call->headers['X-Idempotency-Key']) && self::failure($answer)->getMessage() === self::IN_USE;
        }

        return in_array($answer->status, [408, 500, 502, 503, 504], true);
    }

    /** Returns Retry-After, given in seconds or as a date, in seconds. */
    private static function retryAfter(Answer $answer): ?float
    {
        $text = trim($answer->header('retry-after'));
        if (ctype_digit($text)) {
            return (float) $text;
        }
        $date = $text === '' ? false : \DateTimeImmutable::createFromFormat(DATE_RFC7231, $text, new \DateTimeZone('UTC'));

        return $date === false ? null : max(0.0, $date->getTimestamp() - microtime(true));
    }
}
