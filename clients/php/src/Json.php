<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** JSON without binary floats: numbers with decimal places, and integers of more than 18 digits, are Decimal, both ways. */
final class Json
{
    private const NUMBER = '/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/D';

    /**
     * Reads JSON. Objects become arrays by the names of their members.
     *
     * @throws \JsonException
     */
    public static function decode(string $text): mixed
    {
        // No sender can know a mark that was drawn just now.
        $mark = bin2hex(random_bytes(12));
        [$marked, $found] = self::marked($text, $mark);
        $value = json_decode($marked, true, 512, JSON_THROW_ON_ERROR);

        return $found ? self::restored($value, $mark) : $value;
    }

    /**
     * Writes JSON. A float is refused, because it is not exact. Empty arrays are lists; give a stdClass for an object without members.
     *
     * @throws \JsonException
     */
    public static function encode(mixed $value): string
    {
        if ($value instanceof Decimal) {
            return (string) $value;
        }
        if ($value instanceof Body || $value instanceof Document) {
            $members = $value->toArray();

            return $members === [] ? '{}' : self::encode($members);
        }
        if ($value instanceof \stdClass) {
            $value = (array) $value;
            if ($value === []) {
                return '{}';
            }
        }
        if (is_array($value)) {
            return self::encodeArray($value);
        }
        if (is_float($value)) {
            throw new \TypeError(var_export($value, true) . ' is a binary float, which is not exact: use Decimal');
        }
        if ($value === null || is_scalar($value)) {
            return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        }
        throw new \TypeError(get_debug_type($value) . ' cannot be written as JSON');
    }

    /** @param array<mixed> $value */
    private static function encodeArray(array $value): string
    {
        if (array_is_list($value)) {
            return '[' . implode(',', array_map(self::encode(...), $value)) . ']';
        }
        $members = [];
        foreach ($value as $name => $member) {
            $members[] = self::encode((string) $name) . ':' . self::encode($member);
        }

        return '{' . implode(',', $members) . '}';
    }

    /**
     * Replaces the numbers that PHP would read as floats by strings that begin with a mark.
     *
     * @return array{string, bool}
     */
    private static function marked(string $text, string $mark): array
    {
        $out = '';
        $found = false;
        $written = $at = 0;
        $length = strlen($text);
        while (($at += strcspn($text, '"-0123456789', $at)) < $length) {
            if ($text[$at] === '"') {
                $at = self::afterText($text, $at + 1, $length);
                continue;
            }
            $size = strspn($text, '-+.eE0123456789', $at);
            $number = substr($text, $at, $size);
            // json_decode refuses invalid numbers.
            if ((strpbrk($number, '.eE') !== false || $size > 18) && preg_match(self::NUMBER, $number) === 1) {
                $out .= substr($text, $written, $at - $written) . '"' . $mark . $number . '"';
                $written = $at + $size;
                $found = true;
            }
            $at += $size;
        }

        return [$out . substr($text, $written), $found];
    }

    /** Returns the offset after a JSON string whose content begins at $at. */
    private static function afterText(string $text, int $at, int $length): int
    {
        while (($at += strcspn($text, '"\\', $at)) < $length) {
            if ($text[$at] === '"') {
                return $at + 1;
            }
            $at += 2;
        }

        return $length;
    }

    private static function restored(mixed $value, string $mark): mixed
    {
        if (is_array($value)) {
            foreach ($value as $name => $member) {
                $value[$name] = self::restored($member, $mark);
            }
        } elseif (is_string($value) && str_starts_with($value, $mark)) {
            return Decimal::of(substr($value, strlen($mark)));
        }

        return $value;
    }
}
