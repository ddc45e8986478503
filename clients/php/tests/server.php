<?php

declare(strict_types=1);

// Answers requests in turn with the texts in its arguments, which are base64. In a text, {connect} is the number of the connection, {close}
// ends the connection, and {wait} never answers. {gzip} is the rest of a compressed answer, {echo} the rest of an answer with the request.
// CERTIFICATE names a file with a certificate and its key, for TLS. The address is printed.

$certificate = getenv('CERTIFICATE');
$context = stream_context_create(['ssl' => ['local_cert' => $certificate]]);
$address = ($certificate === false ? 'tcp' : 'tls') . '://127.0.0.1:0';
$server = stream_socket_server($address, $number, $reason, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
echo stream_socket_get_name($server, false) . "\n";
$answers = array_map(base64_decode(...), array_slice($argv, 1));
for ($connections = 1; $answers !== []; $connections++) {
    $connection = @stream_socket_accept($server, -1);
    if ($connection === false) {
        continue; // the client does not trust the certificate
    }
    while ($answers !== [] && ($request = request($connection)) !== '') {
        $answer = array_shift($answers);
        if ($answer === '{wait}') {
            fgets($connection); // until the client goes
            break;
        }
        $packed = gzencode('compressed');
        $answer = str_replace(
            ['{connect}', '{gzip}', '{echo}'],
            [str_pad((string) $connections, 9), strlen($packed) . "\r\n\r\n" . $packed, strlen($request) . "\r\n\r\n" . $request],
            $answer,
        );
        fwrite($connection, str_replace('{close}', '', $answer));
        if (str_contains($answer, '{close}')) {
            break;
        }
    }
    fclose($connection);
}
stream_socket_accept($server, -1); // keeps running, so that no other program takes the port

/** @param resource $connection */
function request($connection): string
{
    $request = '';
    $length = 0;
    do {
        $line = (string) fgets($connection);
        $request .= $line;
        if (stripos($line, 'content-length:') === 0) {
            $length = (int) trim(substr($line, 15));
        }
    } while ($line !== '' && trim($line) !== '');

    return $length > 0 ? $request . stream_get_contents($connection, $length) : $request;
}
