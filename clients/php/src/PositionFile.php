<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** Keeps a position in a file, whole or not at all. */
final readonly class PositionFile implements PositionStore
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

    public function save(string $position): void
    {
        $beside = $this->path . '.new';
        $file = @fopen($beside, 'w');
        $whole = $file !== false && fwrite($file, $position) === strlen($position) && fsync($file);
        if ($file !== false) {
            fclose($file);
        }
        if (!$whole || !rename($beside, $this->path)) {
            throw new \RuntimeException("the position cannot be written to {$this->path}");
        }
        // The new name is on the disk when the folder is. Where a folder cannot be opened, the system does that by itself.
        $folder = @fopen(dirname($this->path), 'r');
        if ($folder !== false) {
            @fsync($folder);
            fclose($folder);
        }
    }
}
