<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A field of the request that is wrong. */
final readonly class Violation
{
    /**
     * @param string $field path in the body, such as items[2].qty, or name of a parameter
     * @param string $code the rule that the value breaks, such as required
     * @param string $message for people
     * @param mixed $present the state that the value does not go with, if the shop tells it
     */
    public function __construct(
        public string $field,
        public string $code,
        public string $message,
        public mixed $present = null,
    ) {
    }

    /** @return list<self> the fields that a refusal names */
    public static function listOf(mixed $told): array
    {
        $text = static fn (mixed $value): string => is_string($value) ? $value : '';

        return array_map(
            static fn (array $one): self => new self(
                $text($one['field'] ?? null),
                $text($one['code'] ?? null),
                $text($one['message'] ?? null),
                $one['present'] ?? null,
            ),
            array_values(array_filter(is_array($told) ? $told : [], is_array(...))),
        );
    }
}
