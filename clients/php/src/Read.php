<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\NetworkError;

/** Reads members of answers into the types of documents. A member of a wrong type fails with the path of the member. */
final class Read
{
    public static function integer(mixed $value, string $where): ?int
    {
        return $value === null || is_int($value) ? $value : throw self::unexpected($value, 'an integer', $where);
    }

    public static function decimal(mixed $value, string $where): ?Decimal
    {
        if ($value === null || $value instanceof Decimal) {
            return $value;
        }

        return is_int($value) ? Decimal::of($value) : throw self::unexpected($value, 'a number', $where);
    }

    public static function text(mixed $value, string $where): ?string
    {
        return $value === null || is_string($value) ? $value : throw self::unexpected($value, 'a text', $where);
    }

    public static function boolean(mixed $value, string $where): ?bool
    {
        return $value === null || is_bool($value) ? $value : throw self::unexpected($value, 'true or false', $where);
    }

    public static function any(mixed $value, string $where): mixed
    {
        return $value;
    }

    /**
     * Returns a reader of lists.
     *
     * @param callable(mixed, string): mixed $read reads an element
     * @return \Closure(mixed, string): ?list<mixed>
     */
    public static function listOf(callable $read): \Closure
    {
        return static function (mixed $value, string $where) use ($read): ?array {
            if ($value === null) {
                return null;
            }
            if (!is_array($value) || !array_is_list($value)) {
                throw self::unexpected($value, 'a list', $where);
            }

            return array_map(static fn (mixed $element): mixed => $read($element, $where . '[]'), $value);
        };
    }

    /**
     * Returns a reader of objects whose members have any name. The shop writes an empty one as a list.
     *
     * @param callable(mixed, string): mixed $read reads a member
     * @return \Closure(mixed, string): ?array<string, mixed>
     */
    public static function mapOf(callable $read): \Closure
    {
        return static function (mixed $value, string $where) use ($read): ?array {
            if ($value === null) {
                return null;
            }
            if (!is_array($value)) {
                throw self::unexpected($value, 'an object', $where);
            }

            return array_map(static fn (mixed $member): mixed => $read($member, $where . '{}'), $value);
        };
    }

    /**
     * Returns a reader of documents.
     *
     * @template T of Document
     * @param class-string<T> $class
     * @return \Closure(mixed, string): ?T
     */
    public static function object(string $class): \Closure
    {
        return static function (mixed $value, string $where) use ($class): ?Document {
            if ($value === null) {
                return null;
            }

            return is_array($value) ? $class::from($value, $where) : throw self::unexpected($value, 'an object', $where);
        };
    }

    /**
     * Returns a reader of values that have one of several types.
     *
     * @param callable(mixed, string): mixed ...$readers
     * @return \Closure(mixed, string): mixed
     */
    public static function either(callable ...$readers): \Closure
    {
        return static function (mixed $value, string $where) use ($readers): mixed {
            foreach ($readers as $read) {
                try {
                    return $read($value, $where);
                } catch (NetworkError $error) {
                    $last = $error;
                }
            }
            throw $last ?? self::unexpected($value, 'nothing', $where);
        };
    }

    private static function unexpected(mixed $value, string $wanted, string $where): NetworkError
    {
        return NetworkError::because("$where is " . get_debug_type($value) . ", not $wanted");
    }
}
