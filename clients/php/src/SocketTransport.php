<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\NetworkError;

/**
 * Sends requests by HTTP/1.1 over streams of PHP, which need no extension. PHP's own http:// streams would accept a truncated answer as a
 * whole one. Connections stay open.
 */
final class SocketTransport implements Transport
{
    private const MOST_HEADERS = 1 << 16;

    /** @var array<string, resource> idle connections by their place */
    private array $idle = [];

    /** @param array<string, mixed> $tls options of PHP's ssl contexts, such as cafile */
    public function __construct(private readonly array $tls = [])
    {
    }

    public function send(Request $request): Answer
    {
        $url = parse_url($request->url);
        $secure = ($url['scheme'] ?? '') === 'https';
        if (!isset($url['host']) || !in_array($url['scheme'] ?? '', ['http', 'https'], true)) {
            throw new \ValueError("{$request->url} is no address of a shop");
        }
        $host = $url['host'] . (isset($url['port']) ? ':' . $url['port'] : '');
        $place = ($secure ? 'ssl://' : 'tcp://') . $url['host'] . ':' . ($url['port'] ?? ($secure ? 443 : 80));
        $deadline = hrtime(true) + $request->timeout * 1e9;
        $stream = $this->connection($place, $request);
        $exchange = new SocketExchange($stream, $deadline, $request->cancellation ?? new Cancellation());
        try {
            $exchange->write($this->written($request, $host, ($url['path'] ?? '/') . (isset($url['query']) ? '?' . $url['query'] : '')));
            [$status, $headers] = $exchange->head(self::MOST_HEADERS);
            $body = $exchange->body($request->method, $status, $headers);
        } catch (\Throwable $error) {
            fclose($stream);
            throw $error;
        }
        $stays = !str_contains(strtolower($headers['connection'] ?? ''), 'close') && !$exchange->ended();
        if ($stays && !isset($this->idle[$place])) {
            $this->idle[$place] = $stream;
        } else {
            fclose($stream);
        }
        if (($headers['content-encoding'] ?? '') === 'gzip' && $body !== '') {
            $body = @gzdecode($body);
            if ($body === false) {
                throw NetworkError::because('the compressed answer cannot be read', $status);
            }
        }

        return new Answer($status, $headers, $body);
    }

    /** @return resource */
    private function connection(string $place, Request $request)
    {
        $stream = $this->idle[$place] ?? null;
        unset($this->idle[$place]);
        if ($stream !== null) {
            // An idle connection with something to read was closed by the shop.
            [$read, $write, $except] = [[$stream], null, null];
            if (!$request->fresh && @stream_select($read, $write, $except, 0) === 0) {
                return $stream;
            }
            fclose($stream);
        }
        $context = stream_context_create(['ssl' => $this->tls, 'socket' => ['tcp_nodelay' => true]]);
        $stream = @stream_socket_client($place, $number, $reason, $request->timeout, STREAM_CLIENT_CONNECT, $context);
        if ($stream === false) {
            throw NetworkError::because("$place: " . ($reason !== '' ? $reason : (error_get_last()['message'] ?? 'no connection')));
        }
        stream_set_blocking($stream, false);

        return $stream;
    }

    private function written(Request $request, string $host, string $target): string
    {
        $headers = ['Host' => $host] + $request->headers;
        if (function_exists('gzdecode')) {
            $headers += ['Accept-Encoding' => 'gzip'];
        }
        if ($request->body !== null || !in_array($request->method, ['GET', 'HEAD', 'DELETE'], true)) {
            $headers['Content-Length'] = (string) strlen($request->body ?? '');
        }
        $text = "{$request->method} $target HTTP/1.1\r\n";
        foreach ($headers as $name => $value) {
            if (strpbrk($name . $value, "\r\n") !== false) {
                throw new \ValueError("the header $name has a line break");
            }
            $text .= "$name: $value\r\n";
        }

        return $text . "\r\n" . ($request->body ?? '');
    }
}
