<?php
// Calls a shop with PHP's SoapClient. It reads calls from standard input, one JSON object a line, and prints an answer to each.
//
//   php client.php FORM WSDL USER KEY     FORM is v1, v2 or wsi

[, $form, $wsdl, $user, $key] = $argv;
$options = ['trace' => true, 'cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS];
$clients = [new SoapClient($wsdl, $options), new SoapClient($wsdl, $options + ['login' => $user, 'password' => $key])];

while (($line = fgets(STDIN)) !== false) {
    $call = json_decode($line, true);
    $client = $clients[$call['basic'] ? 1 : 0];
    $arguments = array_column($call['arguments'], 1, 0);
    if ($form === 'wsi' && $arguments) {
        $arguments = [array_filter($arguments, fn ($v, $name) => $v !== null || $name === 'sessionId', ARRAY_FILTER_USE_BOTH)];
    }
    try {
        $result = $client->__soapCall($call['operation'], array_values($arguments));
        $answer = ['result' => $form === 'wsi' ? $result->result : $result];
    } catch (SoapFault $f) {
        $answer = ['fault' => $f->faultcode, 'message' => $f->faultstring];
    }
    $answer['headers'] = [];
    foreach (explode("\r\n", $client->__getLastResponseHeaders() ?? '') as $header) {
        [$name, $value] = explode(': ', $header, 2) + [1 => ''];
        $answer['headers'][$name] = $value;
    }
    echo json_encode($answer), "\n";
}
