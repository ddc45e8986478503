<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Cancellation;
use Tradelog\Client\CurlTransport;
use Tradelog\Client\Errors\Cancelled;
use Tradelog\Client\Errors\NetworkError;
use Tradelog\Client\Request;
use Tradelog\Client\SocketTransport;
use Tradelog\Client\Transport;

/** The transports over real connections, to a server that is another process of PHP. */
final class TransportTest extends Check
{
    private const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]";

    public function testConnectionsStayOpen(): void
    {
        $this->each(function (Transport $transport): void {
            $url = $this->serve([self::ANSWER, "HTTP/1.1 200 OK\r\nX-A: b\r\nX-A: c\r\nContent-Length: 9\r\n\r\n{connect}"]);
            $transport->send(new Request('GET', "$url/x?y=1"));
            $answer = $transport->send(new Request('GET', "$url/x?y=1"));
            $this->same(['1        ', 'b, c', 200], [$answer->body, $answer->header('x-a'), $answer->status]);
        });
    }

    public function testWhatMustNotBeLostGoesOverANewConnection(): void
    {
        $this->each(function (Transport $transport): void {
            $url = $this->serve([self::ANSWER . '{close}', "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{connect}"]);
            $transport->send(new Request('GET', $url));
            $this->same('2        ', $transport->send(new Request('POST', $url, [], '{}', fresh: true))->body);
        });
    }

    public function testChunksAndCompression(): void
    {
        $this->each(function (Transport $transport): void {
            $url = $this->serve([
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-T: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {gzip}",
                "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end{close}",
            ]);
            $this->same('abcde', $transport->send(new Request('GET', $url))->body);
            $this->same('compressed', $transport->send(new Request('GET', $url))->body);
            $answer = $transport->send(new Request('GET', $url));
            $this->same([304, '', '"a"'], [$answer->status, $answer->body, $answer->header('etag')]);
            $this->same('until the end', $transport->send(new Request('GET', $url))->body);
        });
    }

    public function testTheRequest(): void
    {
        $this->each(function (Transport $transport): void {
            $url = $this->serve(["HTTP/1.1 200 OK\r\nContent-Length: {echo}", "HTTP/1.1 200 OK\r\nContent-Length: {echo}"]);
            $sent = $transport->send(new Request('PUT', "$url/a%2Fb?c=d", ['X-Key' => 'k', 'Content-Type' => 'application/json'], '{"e":1}'))->body;
            $this->holds(str_starts_with($sent, "PUT /a%2Fb?c=d HTTP/1.1\r\n"), $sent);
            foreach (["X-Key: k\r\n", "Content-Type: application/json\r\n", "Content-Length: 7\r\n", 'Host: 127.0.0.1:', "\r\n\r\n{\"e\":1}"] as $part) {
                $this->holds(str_contains($sent, $part), "$part in $sent");
            }
            $empty = $transport->send(new Request('POST', $url))->body;
            $this->holds(str_contains($empty, "Content-Length: 0\r\n"), $empty);
            $this->fails(\ValueError::class, static fn () => $transport->send(new Request('GET', $url, ['A' => "b\r\nC: d"])));
        });
    }

    public function testConnectionsThatAreCut(): void
    {
        $this->each(function (Transport $transport): void {
            foreach ([
                '{close}', "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345{close}", "HTTP/1.1 200 O{close}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc{close}", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n{close}",
            ] as $cut) {
                $url = $this->serve([$cut]);
                $error = $this->fails(NetworkError::class, static fn () => $transport->send(new Request('GET', $url)));
                $this->holds($error->retryable, 'it may be repeated');
            }
        });
    }

    public function testNobodyListens(): void
    {
        $this->each(function (Transport $transport): void {
            $server = stream_socket_server('tcp://127.0.0.1:0');
            $url = 'http://' . stream_socket_get_name($server, false);
            fclose($server);
            $this->fails(NetworkError::class, static fn () => $transport->send(new Request('GET', $url)));
        });
    }

    public function testNoAnswerInTime(): void
    {
        $this->each(function (Transport $transport): void {
            $url = $this->serve(['{wait}']);
            $this->fails(NetworkError::class, static fn () => $transport->send(new Request('GET', $url, timeout: 0.05)));
        });
    }

    public function testACallThatWaitsIsCancelled(): void
    {
        $this->each(function (Transport $transport): void {
            $url = $this->serve(['{wait}']);
            $asked = 0;
            $cancellation = new Cancellation(static function () use (&$asked): bool {
                return ++$asked > 3;
            });
            $this->fails(Cancelled::class, static fn () => $transport->send(new Request('GET', $url, cancellation: $cancellation)));
        });
    }

    public function testSecureConnections(): void
    {
        if (!extension_loaded('openssl')) {
            $this->holds(true, 'PHP has no TLS');

            return;
        }
        $folder = $this->folder();
        $key = openssl_pkey_new(['private_key_bits' => 2048]);
        $certificate = openssl_csr_sign(openssl_csr_new(['commonName' => 'localhost'], $key), null, $key, 2);
        openssl_x509_export($certificate, $public);
        openssl_pkey_export($key, $private);
        file_put_contents("$folder/server.pem", $public . $private);
        file_put_contents("$folder/authority.pem", $public);
        $trusting = ['sockets' => new SocketTransport(['cafile' => "$folder/authority.pem"])];
        $others = [new SocketTransport()];
        if (extension_loaded('curl')) {
            $trusting['curl'] = new CurlTransport([CURLOPT_CAINFO => "$folder/authority.pem"]);
            $others[] = new CurlTransport();
        }
        foreach ($trusting as $name => $transport) {
            // The second answer is longer than a record of TLS.
            $long = str_repeat('0123456789', 5000);
            $answers = [self::ANSWER, "HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n$long"];
            $url = strtr($this->serve($answers, "$folder/server.pem"), ['127.0.0.1' => 'localhost']);
            $this->same('[]', $transport->send(new Request('GET', $url))->body, $name);
            $this->same($long, $transport->send(new Request('GET', $url))->body, $name);
        }
        foreach ($others as $transport) {
            $url = strtr($this->serve([self::ANSWER], "$folder/server.pem"), ['127.0.0.1' => 'localhost']);
            $this->fails(NetworkError::class, static fn () => $transport->send(new Request('GET', $url)));
        }
    }

    /** @param \Closure(Transport): void $test */
    private function each(\Closure $test): void
    {
        $test(new SocketTransport());
        if (extension_loaded('curl')) {
            $test(new CurlTransport());
        }
    }

    /**
     * Starts a server that answers requests in turn with texts, and returns its address.
     *
     * @param list<string> $answers
     * @param ?string $certificate a file with a certificate and its key, for TLS
     */
    private function serve(array $answers, ?string $certificate = null): string
    {
        $process = proc_open(
            [PHP_BINARY, __DIR__ . '/server.php', ...array_map(base64_encode(...), $answers)],
            [1 => ['pipe', 'w'], 2 => STDERR],
            $pipes,
            env_vars: $certificate === null ? null : ['CERTIFICATE' => $certificate],
        );
        $this->atEnd(static function () use ($process): void {
            proc_terminate($process, 9);
            proc_close($process);
        });

        return ($certificate === null ? 'http://' : 'https://') . trim((string) fgets($pipes[1]));
    }
}
