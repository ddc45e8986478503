<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\NetworkError;

/**
 * One request and its answer on a connection. Only SocketTransport uses it.
 *
 * @internal
 */
final class SocketExchange
{
    private string $buffer = '';
    private bool $ended = false;

    /** @param resource $stream */
    public function __construct(private $stream, private readonly float $deadline, private readonly Cancellation $cancellation)
    {
    }

    /** Reports whether the connection has ended, or has bytes beyond the answer. */
    public function ended(): bool
    {
        return $this->ended || $this->buffer !== '' || feof($this->stream);
    }

    public function write(string $text): void
    {
        while ($text !== '') {
            $this->await(false);
            $written = @fwrite($this->stream, $text);
            if ($written === false) {
                // The answer may have come already, such as a refusal of a body that is too large.
                return;
            }
            $text = substr($text, $written);
        }
    }

    /** @return array{int, array<string, string>} the status and the headers */
    public function head(int $most): array
    {
        do {
            while (($end = strpos($this->buffer, "\r\n\r\n")) === false) {
                if (strlen($this->buffer) > $most) {
                    throw NetworkError::because('the headers of the answer are too long');
                }
                $this->more();
            }
            $lines = explode("\r\n", $this->take($end + 4));
            if (preg_match('#^HTTP/1\.[01] (\d{3})\b#', array_shift($lines), $m) !== 1) {
                throw NetworkError::because('the answer is no HTTP');
            }
            $status = (int) $m[1];
        } while ($status >= 100 && $status < 200);
        $headers = [];
        foreach ($lines as $line) {
            if (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $name = strtolower(trim($name));
                $headers[$name] = isset($headers[$name]) ? $headers[$name] . ', ' . trim($value) : trim($value);
            }
        }

        return [$status, $headers];
    }

    /** @param array<string, string> $headers */
    public function body(string $method, int $status, array $headers): string
    {
        if ($method === 'HEAD' || $status === 204 || $status === 304) {
            return '';
        }
        if (str_contains(strtolower($headers['transfer-encoding'] ?? ''), 'chunked')) {
            return $this->chunks();
        }
        if (isset($headers['content-length'])) {
            return $this->exactly((int) $headers['content-length']);
        }
        while (!$this->ended) {
            $this->more(false);
        }

        return $this->take(strlen($this->buffer));
    }

    private function chunks(): string
    {
        $body = '';
        while (true) {
            $line = $this->line();
            if (preg_match('/^([0-9a-fA-F]{1,15})\s*(?:;.*)?$/D', $line, $m) !== 1) {
                throw NetworkError::because('the answer is not chunked as it says');
            }
            $size = hexdec($m[1]);
            if ($size === 0) {
                break;
            }
            $body .= $this->exactly((int) $size);
            if ($this->line() !== '') {
                throw NetworkError::because('a chunk of the answer is longer than it says');
            }
        }
        while ($this->line() !== '') {
            continue; // trailers are not needed
        }

        return $body;
    }

    private function line(): string
    {
        while (($end = strpos($this->buffer, "\r\n")) === false) {
            $this->more();
        }

        return substr($this->take($end + 2), 0, -2);
    }

    private function exactly(int $size): string
    {
        while (strlen($this->buffer) < $size) {
            $this->more();
        }

        return $this->take($size);
    }

    private function take(int $size): string
    {
        $taken = substr($this->buffer, 0, $size);
        $this->buffer = substr($this->buffer, $size);

        return $taken;
    }

    /** Waits for more bytes. With $needed, an end of the connection is a failure. */
    private function more(bool $needed = true): void
    {
        $this->await(true);
        $read = @fread($this->stream, 1 << 16);
        if ($read !== false && $read !== '') {
            $this->buffer .= $read;
        } elseif ($read === false || feof($this->stream)) {
            $this->ended = true;
            if ($needed) {
                throw NetworkError::because('the connection ended before the answer');
            }
        }
    }

    private function await(bool $reading): void
    {
        while (true) {
            $this->cancellation->check();
            $left = ($this->deadline - hrtime(true)) / 1e9;
            if ($left <= 0) {
                throw NetworkError::because('there was no answer in time');
            }
            $micros = (int) ceil(min($left, Cancellation::INTERVAL) * 1e6);
            [$read, $write, $except] = [$reading ? [$this->stream] : [], $reading ? [] : [$this->stream], []];
            // A signal ends the wait with false; its handler may have cancelled the call.
            if (@stream_select($read, $write, $except, 0, $micros) > 0) {
                return;
            }
        }
    }
}
