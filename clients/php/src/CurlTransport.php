<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\NetworkError;

/** Sends requests by PHP's extension curl, which also knows HTTP/2 and proxies. Connections stay open. */
final class CurlTransport implements Transport
{
    private readonly \CurlHandle $curl;

    /** @param array<int, mixed> $options of curl_setopt, such as CURLOPT_PROXY */
    public function __construct(private readonly array $options = [])
    {
        $this->curl = curl_init();
    }

    public function send(Request $request): Answer
    {
        $cancellation = $request->cancellation ?? new Cancellation();
        $cancellation->check();
        $headers = [];
        $lines = [];
        foreach ($request->headers as $name => $value) {
            if (strpbrk($name . $value, "\r\n") !== false) {
                throw new \ValueError("the header $name has a line break");
            }
            $lines[] = $value === '' ? "$name;" : "$name: $value";
        }
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $request->url,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => [...$lines, 'Expect:'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_ENCODING => '',
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($request->timeout * 1000),
            // curl itself repeats a request if an idle connection has ended. A DELETE that succeeded would then find nothing, and the
            // library would not know that it was repeated.
            CURLOPT_FRESH_CONNECT => $request->fresh || $request->method === 'DELETE',
            CURLOPT_NOPROGRESS => false,
            CURLOPT_XFERINFOFUNCTION => static fn (): int => $cancellation->cancelled() ? 1 : 0,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = []; // of an interim answer
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $name = strtolower(trim($name));
                    $headers[$name] = isset($headers[$name]) ? $headers[$name] . ', ' . trim($value) : trim($value);
                }

                return strlen($line);
            },
        ]);
        if ($request->method === 'HEAD') {
            curl_setopt($this->curl, CURLOPT_NOBODY, true);
        } elseif ($request->body !== null || !in_array($request->method, ['GET', 'DELETE'], true)) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $request->body ?? '');
        }
        curl_setopt_array($this->curl, $this->options);
        $body = curl_exec($this->curl);
        if (!is_string($body)) {
            $cancellation->check();
            throw NetworkError::because("{$request->method}: " . curl_error($this->curl));
        }

        return new Answer((int) curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $headers, $body);
    }
}
