<?php

declare(strict_types=1);

namespace Tradelog\Client;

/**
 * An exact number with decimal places, such as an amount of money. It keeps all digits that it was made of. It is stored as text, without a
 * binary float and without an extension of PHP.
 */
final readonly class Decimal implements \Stringable, \JsonSerializable
{
    private const GREATEST_EXPONENT = 1000;

    /** @param string $digits such as -12.50, without leading zeros or a plus sign */
    private function __construct(private string $digits)
    {
    }

    /** Returns the number in a string or an integer. An exponent is written out. Numbers may have any size. */
    public static function of(string|int|self $number): self
    {
        if ($number instanceof self) {
            return $number;
        }
        $text = (string) $number;
        if (preg_match('/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/D', $text, $m) !== 1) {
            throw new \ValueError("\"$text\" is no decimal number");
        }
        [$sign, $whole, $fraction, $exponent] = [$m[1], $m[2], $m[3] ?? '', (int) ($m[4] ?? 0)];
        if (abs($exponent) > self::GREATEST_EXPONENT) {
            throw new \ValueError("the exponent of $text is too large");
        }
        if ($exponent > 0) {
            $fraction = str_pad($fraction, $exponent, '0');
            $whole .= substr($fraction, 0, $exponent);
            $fraction = substr($fraction, $exponent);
        } elseif ($exponent < 0) {
            $whole = str_pad($whole, 1 - $exponent, '0', STR_PAD_LEFT);
            $fraction = substr($whole, $exponent) . $fraction;
            $whole = substr($whole, 0, $exponent);
        }

        return self::made($sign === '-', $whole, $fraction);
    }

    public function plus(string|int|self $other): self
    {
        [$a, $b, $scale] = self::aligned($this, self::of($other));

        return self::scaled(self::sum($a, $b), $scale);
    }

    public function minus(string|int|self $other): self
    {
        return $this->plus(self::of($other)->negated());
    }

    public function times(string|int|self $other): self
    {
        $other = self::of($other);
        [$a, $b] = [self::unscaled($this, $this->scale()), self::unscaled($other, $other->scale())];
        $product = self::product(ltrim($a, '-'), ltrim($b, '-'));

        $sign = str_starts_with($a, '-') === str_starts_with($b, '-') ? '' : '-';

        return self::scaled($sign . $product, $this->scale() + $other->scale());
    }

    public function negated(): self
    {
        return self::scaled(str_starts_with($this->digits, '-') ? ltrim($this->digits, '-') : '-' . $this->digits, null);
    }

    /** Returns the number with the given number of decimal places; halves are rounded away from zero. */
    public function rounded(int $places): self
    {
        if ($places < 0) {
            throw new \ValueError('there are no fewer places than none');
        }
        $scale = $this->scale();
        if ($scale <= $places) {
            return self::scaled(self::unscaled($this, $places), $places);
        }
        $all = ltrim(self::unscaled($this, $scale), '-');
        $all = str_pad($all, $scale - $places + 1, '0', STR_PAD_LEFT);
        $kept = substr($all, 0, $places - $scale);
        if ($all[strlen($kept)] >= '5') {
            $kept = self::sum($kept, '1');
        }

        return self::scaled((str_starts_with($this->digits, '-') ? '-' : '') . $kept, $places);
    }

    /** Returns a negative number, 0 or a positive one, as this number is less than, equal to or greater than the other. */
    public function compare(string|int|self $other): int
    {
        [$a, $b] = self::aligned($this, self::of($other));
        $difference = self::sum($a, str_starts_with($b, '-') ? ltrim($b, '-') : '-' . $b);

        return trim($difference, '-0') === '' ? 0 : (str_starts_with($difference, '-') ? -1 : 1);
    }

    /** Tells whether both are the same amount; 1.5 and 1.50 are. */
    public function equals(string|int|self $other): bool
    {
        return $this->compare($other) === 0;
    }

    /** Returns the number of decimal places. */
    public function scale(): int
    {
        $point = strpos($this->digits, '.');

        return $point === false ? 0 : strlen($this->digits) - $point - 1;
    }

    public function __toString(): string
    {
        return $this->digits;
    }

    /** Returns a string, because json_encode cannot write exact numbers. Json::encode writes a number. */
    public function jsonSerialize(): string
    {
        return $this->digits;
    }

    private static function made(bool $negative, string $whole, string $fraction): self
    {
        $whole = ltrim($whole, '0');
        $text = ($whole === '' ? '0' : $whole) . ($fraction === '' ? '' : '.' . $fraction);

        return new self(($negative && trim($text, '0.') !== '' ? '-' : '') . $text);
    }

    /** Makes a number of digits without a point. With null as scale, the digits have their point. */
    private static function scaled(string $digits, ?int $scale): self
    {
        $negative = str_starts_with($digits, '-');
        $digits = ltrim($digits, '-');
        if ($scale === null) {
            [$whole, $fraction] = [...explode('.', $digits), ''];
        } else {
            $digits = str_pad($digits, $scale + 1, '0', STR_PAD_LEFT);
            [$whole, $fraction] = [substr($digits, 0, strlen($digits) - $scale), substr($digits, strlen($digits) - $scale)];
        }

        return self::made($negative, $whole, $fraction);
    }

    /** Returns the digits of a number without its point, with $scale decimal places. */
    private static function unscaled(self $number, int $scale): string
    {
        return str_replace('.', '', $number->digits) . str_repeat('0', $scale - $number->scale());
    }

    /** @return array{string, string, int} the digits of both with the same number of places, and that number */
    private static function aligned(self $a, self $b): array
    {
        $scale = max($a->scale(), $b->scale());

        return [self::unscaled($a, $scale), self::unscaled($b, $scale), $scale];
    }

    /** Adds two integers, which may be negative. */
    private static function sum(string $a, string $b): string
    {
        [$signA, $signB] = [str_starts_with($a, '-'), str_starts_with($b, '-')];
        $width = max(strlen($a), strlen($b));
        $a = str_pad(ltrim($a, '-'), $width, '0', STR_PAD_LEFT);
        $b = str_pad(ltrim($b, '-'), $width, '0', STR_PAD_LEFT);
        $step = $signA === $signB ? 1 : -1;
        if ($step === -1 && strcmp($a, $b) < 0) {
            // The greater number comes first and gives the result its sign.
            [$a, $b, $signA] = [$b, $a, $signB];
        }
        $result = str_repeat('0', $width);
        $carry = 0;
        for ($i = $width - 1; $i >= 0; $i--) {
            $digit = (int) $a[$i] + $step * (int) $b[$i] + $carry;
            $carry = $digit > 9 ? 1 : ($digit < 0 ? -1 : 0);
            $result[$i] = (string) ($digit - 10 * $carry);
        }

        return ($signA ? '-' : '') . ($carry === 1 ? '1' : '') . $result;
    }

    /** Multiplies two non-negative integers. */
    private static function product(string $a, string $b): string
    {
        $cells = array_fill(0, strlen($a) + strlen($b), 0);
        for ($i = strlen($a) - 1; $i >= 0; $i--) {
            for ($j = strlen($b) - 1; $j >= 0; $j--) {
                $cell = (int) $a[$i] * (int) $b[$j] + $cells[$i + $j + 1];
                $cells[$i + $j + 1] = $cell % 10;
                $cells[$i + $j] += intdiv($cell, 10);
            }
        }

        return implode('', $cells);
    }
}
