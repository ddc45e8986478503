<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Document;

/** The package: composer.json maps every class to its file by name (PSR-4). */
final class PackageTest extends Check
{
    public function testEveryClassIsFound(): void
    {
        $root = dirname(__DIR__);
        $composer = json_decode((string) file_get_contents("$root/composer.json"), true, flags: JSON_THROW_ON_ERROR);
        $this->same(['Tradelog\\Client\\' => 'src/'], $composer['autoload']['psr-4']);
        $found = 0;
        foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator("$root/src", \FilesystemIterator::SKIP_DOTS)) as $file) {
            $class = 'Tradelog\\Client\\' . strtr(substr((string) $file, strlen("$root/src/"), -4), '/', '\\');
            $this->holds(class_exists($class) || trait_exists($class) || interface_exists($class) || enum_exists($class), "$class is in $file");
            $found++;
        }
        $this->holds($found > 200, "$found classes");
    }

    /** Every document can be made of nothing, and of null members. */
    public function testEveryDocumentIsRead(): void
    {
        foreach (glob(dirname(__DIR__) . '/src/Types/*.php') ?: [] as $file) {
            $class = 'Tradelog\\Client\\Types\\' . basename($file, '.php');
            if (is_subclass_of($class, Document::class)) {
                $this->same([], $class::from([])->toArray(), $class);
            }
        }
    }
}
