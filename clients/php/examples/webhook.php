<?php

declare(strict_types=1);

// Receives webhooks and prints messages with a valid signature: webhook.php SECRET
//
// The small server is only for the example. Behind a web server, a receiver is
//
//     $message = $webhook->verify(Webhook::headersOf($_SERVER), file_get_contents('php://input'));

use Tradelog\Client\Errors\SignatureError;
use Tradelog\Client\Webhook;

require __DIR__ . '/../autoload.php';

$webhook = new Webhook($argv[1]);
$server = stream_socket_server('tcp://127.0.0.1:0');
if ($server === false) {
    exit(1);
}
echo 'listening on http://' . stream_socket_get_name($server, false) . "\n";
while (true) {
    $connection = stream_socket_accept($server, -1);
    if ($connection === false) {
        continue;
    }
    [$headers, $body] = request($connection);
    try {
        // A real receiver stores the message before it answers, and skips known ids.
        $change = $webhook->verify($headers, $body)->change;
        echo "{$change?->position} {$change?->resource} {$change?->id} {$change?->what}\n";
        $status = '204 No Content';
    } catch (SignatureError) {
        $status = '401 Unauthorized';
    }
    fwrite($connection, "HTTP/1.1 $status\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    fclose($connection);
}

/**
 * Reads a request.
 *
 * @param resource $connection
 * @return array{array<string, string>, string} the headers and the body
 */
function request($connection): array
{
    $headers = [];
    fgets($connection);
    while (($line = trim((string) fgets($connection))) !== '') {
        [$name, $value] = explode(':', $line, 2) + ['', ''];
        $headers[strtolower($name)] = trim($value);
    }
    $length = (int) ($headers['content-length'] ?? 0);

    return [$headers, $length > 0 ? (string) stream_get_contents($connection, $length) : ''];
}
