<?php

declare(strict_types=1);

namespace Tradelog\Client;

/**
 * The newest position of a client's own writes. Reads that send it see these writes.
 *
 * @internal
 */
final class NewestPosition
{
    private ?string $value = null;

    public function get(): ?string
    {
        return $this->value;
    }

    /** Records the position of a write. A position of another log replaces the former one. */
    public function met(string $value): void
    {
        if ($value === '') {
            return;
        }
        if ($this->value !== null) {
            [$log, $number] = self::parts($this->value);
            [$other, $later] = self::parts($value);
            if ($log === $other && $later <= $number) {
                return;
            }
        }
        $this->value = $value;
    }

    public function forget(): void
    {
        $this->value = null;
    }

    /** @return array{string, int} the name of the log, and the number */
    private static function parts(string $value): array
    {
        $dot = strrpos($value, '.');

        return $dot === false ? ['', (int) $value] : [substr($value, 0, $dot), (int) substr($value, $dot + 1)];
    }
}
