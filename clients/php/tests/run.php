<?php

declare(strict_types=1);

// Runs the tests of the library: each public method whose name begins with test, of each class *Test.php beside this file. PHPUnit is not
// needed.

namespace Tradelog\Client\Tests;

require __DIR__ . '/../autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/' . basename(str_replace('\\', '/', $class)) . '.php';
    if (str_starts_with($class, __NAMESPACE__ . '\\') && is_file($file)) {
        require $file;
    }
});
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) {
        return false; // the code expects it
    }
    throw new \ErrorException($message, 0, $level, $file, $line);
});

$passed = $failed = 0;
foreach (glob(__DIR__ . '/*Test.php') ?: [] as $file) {
    $class = __NAMESPACE__ . '\\' . basename($file, '.php');
    foreach (get_class_methods($class) as $method) {
        if (!str_starts_with($method, 'test')) {
            continue;
        }
        $test = new $class();
        $before = Check::$count;
        try {
            $test->$method();
            $test->end();
            if (Check::$count === $before) {
                throw new \LogicException('it checks nothing');
            }
            $passed++;
        } catch (\Throwable $error) {
            $failed++;
            printf("%s::%s\n%s\n", $class, $method, $error);
        }
    }
}
printf("%d passed, %d failed\n", $passed, $failed);
exit($failed > 0 || $passed === 0 ? 1 : 0);
