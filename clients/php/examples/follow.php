<?php

declare(strict_types=1);

// Prints changes until a position is stored: follow.php FOLDER RESOURCES POSITION
//
// Killing it is safe at any moment: some changes may be printed twice, but none is missing.

use Tradelog\Client\Client;
use Tradelog\Client\FilePlace;
use Tradelog\Client\ServiceLogin;
use Tradelog\Client\Types\Change;

require __DIR__ . '/../autoload.php';

[, $folder, $resources, $until] = $argv;
$login = new ServiceLogin((string) getenv('TRADELOG_CLIENT_ID'), (string) getenv('TRADELOG_CLIENT_SECRET'));
$shop = new Client((string) getenv('TRADELOG_URL'), $login);
$shop->follow(
    static function (Change $change): void {
        echo "{$change->position} {$change->resource} {$change->id} {$change->what}\n";
    },
    place: new FilePlace("$folder/position"),
    resources: explode(',', $resources),
    until: (int) $until,
);
