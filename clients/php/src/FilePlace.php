<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A place in a file, which is written whole or not at all. */
final readonly class FilePlace implements Place
{
    public function __construct(private string $path)
    {
    }

    public function load(): ?string
    {
        if (!file_exists($this->path)) {
            return null;
        }
        $position = file_get_contents($this->path);
        if ($position === false) {
            throw new \RuntimeException("the position in {$this->path} cannot be read");
        }

        return trim($position) === '' ? null : trim($position);
    }

    public function store(string $cursor): void
    {
        $beside = $this->path . '.new';
        $file = @fopen($beside, 'w');
        $whole = $file !== false && fwrite($file, $cursor) === strlen($cursor) && fsync($file);
        if ($file !== false) {
            fclose($file);
        }
        if (!$whole || !rename($beside, $this->path)) {
            throw new \RuntimeException("the position cannot be written to {$this->path}");
        }
        // Syncing the folder makes the new name durable. Systems that cannot open a folder do so by themselves.
        $folder = @fopen(dirname($this->path), 'r');
        if ($folder !== false) {
            @fsync($folder);
            fclose($folder);
        }
    }
}
