<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A bounded memory of the most recently used answers with ETags. */
final class ETagMemory
{
    /** @var array<string, Answer> the oldest first */
    private array $answers = [];
    private int $used = 0;

    public function __construct(private readonly int $entries = 100, private readonly int $size = 8 << 20)
    {
    }

    public function get(string $key): ?Answer
    {
        $answer = $this->answers[$key] ?? null;
        if ($answer !== null) {
            unset($this->answers[$key]);
            $this->answers[$key] = $answer;
        }

        return $answer;
    }

    public function put(string $key, Answer $answer): void
    {
        $this->forget($key);
        if (strlen($answer->body) > $this->size) {
            return;
        }
        $this->answers[$key] = $answer;
        $this->used += strlen($answer->body);
        while (count($this->answers) > $this->entries || $this->used > $this->size) {
            $this->forget((string) array_key_first($this->answers));
        }
    }

    public function count(): int
    {
        return count($this->answers);
    }

    private function forget(string $key): void
    {
        if (isset($this->answers[$key])) {
            $this->used -= strlen($this->answers[$key]->body);
            unset($this->answers[$key]);
        }
    }
}
