<?php

declare(strict_types=1);

// Loads the library without Composer, by the same rule (PSR-4).

spl_autoload_register(static function (string $class): void {
    $prefix = 'Tradelog\\Client\\';
    if (str_starts_with($class, $prefix)) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
