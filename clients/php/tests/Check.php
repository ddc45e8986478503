<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

/** Shared by the library's tests: comparisons, and clean-up after a test. */
abstract class Check
{
    public static int $count = 0;

    /** @var list<\Closure> */
    private array $ends = [];

    public function end(): void
    {
        foreach (array_reverse($this->ends) as $end) {
            $end();
        }
    }

    protected function atEnd(\Closure $end): void
    {
        $this->ends[] = $end;
    }

    protected function same(mixed $want, mixed $got, string $what = ''): void
    {
        self::$count++;
        if ($want !== $got) {
            throw new \LogicException($what . ' is ' . var_export($got, true) . ', want ' . var_export($want, true));
        }
    }

    protected function holds(bool $condition, string $what): void
    {
        $this->same(true, $condition, $what);
    }

    /**
     * Runs a function that must fail, and returns its exception.
     *
     * @template T of \Throwable
     * @param class-string<T> $class
     * @return T
     */
    protected function fails(string $class, \Closure $what): \Throwable
    {
        self::$count++;
        try {
            $what();
        } catch (\Throwable $error) {
            if ($error instanceof $class) {
                return $error;
            }
            throw $error;
        }
        throw new \LogicException("no $class");
    }

    /** Returns the name of a new folder. */
    protected function folder(): string
    {
        $folder = sys_get_temp_dir() . '/tradelog-php-' . bin2hex(random_bytes(8));
        mkdir($folder);
        $this->atEnd(static function () use ($folder): void {
            array_map(unlink(...), glob("$folder/*") ?: []);
            rmdir($folder);
        });

        return $folder;
    }
}
