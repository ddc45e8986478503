<?php

declare(strict_types=1);

namespace Tradelog\Client;

/**
 * Forms with files, of the type multipart/form-data.
 *
 * @internal
 */
final class Form
{
    /** The length of the longest part of a boundary that is the key. */
    private const LONGEST = 60;

    /**
     * Returns the bytes of a form and their media type. The boundary follows from the key, so that a repeated request has the same body.
     *
     * @param array<string, mixed> $form
     * @return array{string, string}
     */
    public static function encode(array $form, ?string $key): array
    {
        // Other characters need quotes, or are not allowed.
        $boundary = 'tradelog-' . preg_replace('/[^0-9A-Za-z]/', '-', substr($key ?? bin2hex(random_bytes(16)), 0, self::LONGEST));
        $out = '';
        foreach ($form as $name => $value) {
            if ($value === null) {
                continue;
            }
            $out .= "--$boundary\r\nContent-Disposition: form-data; name=\"" . self::escaped($name) . '"';
            $out .= $value instanceof File
                ? '; filename="' . self::escaped($value->name) . "\"\r\nContent-Type: application/octet-stream\r\n\r\n" . $value->content . "\r\n"
                : "\r\n\r\n" . (is_bool($value) ? ($value ? 'true' : 'false') : (string) $value) . "\r\n";
        }

        return [$out . "--$boundary--\r\n", "multipart/form-data; boundary=$boundary"];
    }

    /** Escapes a name as browsers do. */
    private static function escaped(string $name): string
    {
        return strtr($name, ["\r" => '%0D', "\n" => '%0A', '"' => '%22']);
    }
}
