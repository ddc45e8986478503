<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Decimal;
use Tradelog\Client\Json;

/** Numbers that stay exact. */
final class ExactTest extends Check
{
    public function testNoDigitIsLost(): void
    {
        foreach (['0.1', '999999999999.9999', '-12.50', '123456789012345678901234567890.123456789', '12345678901234567890', '7', '-1'] as $text) {
            $this->same($text, Json::encode(Json::decode($text)));
        }
        $this->same([10, true], [Json::decode('10'), Json::decode('10.0') instanceof Decimal]);
    }

    public function testDocuments(): void
    {
        $text = '{"a":[null,true,"é\n \" 1.5 \\\\",["b",1.50]],"1.5":{"c":-0.25},"7":"1e5"}';
        $this->same($text, Json::encode(Json::decode($text)));
        $this->same('{"a":[],"b":{}}', Json::encode(['a' => [], 'b' => new \stdClass()]));
        $this->same('{"5":"x"}', Json::encode([5 => 'x']));
    }

    public function testWhatIsNoJson(): void
    {
        foreach (['', '{', '01', '1.', '.5', '-', '1e', '"a', '"\\', '[1.5', '1.5.5', '+1', 'NaN', "\"\x01\""] as $text) {
            $this->fails(\JsonException::class, static fn () => Json::decode($text));
        }
    }

    public function testABinaryFloatIsRefused(): void
    {
        $this->fails(\TypeError::class, static fn () => Json::encode(0.1));
        $this->fails(\TypeError::class, static fn () => Json::encode(['price' => [1.5]]));
        $this->fails(\TypeError::class, static fn () => Json::encode(new \DateTimeImmutable()));
    }

    public function testForms(): void
    {
        foreach (['1.2e3' => '1200', '-12.5E-4' => '-0.00125', '007.50' => '7.50', '-0.0' => '0.0', '1e0' => '1', '0e5' => '0'] as $text => $want) {
            $this->same($want, (string) Decimal::of((string) $text));
        }
        foreach (['', '1.', '.5', '1,5', ' 1', '1 ', "1\n", '0x1', 'NaN', '1e9999'] as $text) {
            $this->fails(\ValueError::class, static fn () => Decimal::of($text));
        }
    }

    /** Sums, differences, products and comparisons of small numbers match those of integers. */
    public function testArithmetic(): void
    {
        for ($a = -25; $a <= 25; $a++) {
            for ($b = -25; $b <= 25; $b++) {
                [$x, $y] = [self::tenths($a), self::tenths($b)];
                $this->same((string) self::tenths($a + $b), (string) $x->plus($y), "$x + $y");
                $this->same((string) self::tenths($a - $b), (string) $x->minus($y), "$x - $y");
                $this->same(true, $x->times($y)->times(100)->equals($a * $b), "$x * $y");
                $this->same($a <=> $b, $x->compare($y), "$x <=> $y");
            }
        }
        $this->same('1000000000000.0000', (string) Decimal::of('999999999999.9999')->plus('0.0001'));
        $this->same('121932631112635269.00', (string) Decimal::of('123456789.0')->times('987654321.0'));
        $this->same('0.30', (string) Decimal::of('0.1')->plus('0.20'));
    }

    public function testRounding(): void
    {
        foreach ([
            ['2.345', 2, '2.35'], ['-2.345', 2, '-2.35'], ['2.344', 2, '2.34'], ['9.995', 2, '10.00'], ['0.004', 2, '0.00'],
            ['-0.004', 2, '0.00'], ['3', 2, '3.00'], ['0.5', 0, '1'], ['-0.5', 0, '-1'], ['99.5', 0, '100'], ['1.25', 1, '1.3'],
        ] as [$number, $places, $want]) {
            $this->same($want, (string) Decimal::of($number)->rounded($places), "$number to $places places");
        }
        $this->fails(\ValueError::class, static fn () => Decimal::of('1')->rounded(-1));
    }

    public function testJsonEncodeOfPhp(): void
    {
        $this->same('{"price":"9.90"}', json_encode(['price' => Decimal::of('9.90')]));
    }

    private static function tenths(int $number): Decimal
    {
        return Decimal::of(($number < 0 ? '-' : '') . intdiv(abs($number), 10) . '.' . abs($number) % 10);
    }
}
