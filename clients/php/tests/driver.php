<?php

declare(strict_types=1);

// Carries out commands of the tests with the library: reads one JSON object a line, and prints one.

namespace Tradelog\Client\Tests;

use Tradelog\Client\Client;
use Tradelog\Client\CustomerLogin;
use Tradelog\Client\Decimal;
use Tradelog\Client\Errors\ShopError;
use Tradelog\Client\ETagMemory;
use Tradelog\Client\FilePlace;
use Tradelog\Client\Json;
use Tradelog\Client\Retry;
use Tradelog\Client\ServiceLogin;
use Tradelog\Client\Types\Change;
use Tradelog\Client\Webhook;

require __DIR__ . '/../autoload.php';

/** Holds the client made by open. */
final class Driver
{
    private Client $client;

    /** @param array<string, mixed> $command */
    public function carryOut(array $command): mixed
    {
        return match ($command['do']) {
            'open' => $this->open($command),
            'get' => ['value' => $this->client->get($command['path'], $command['query'] ?? [])],
            'write' => $this->write($command),
            'list' => ['ids' => $this->list($command)],
            'amount' => ['text' => $this->amount($command)],
            'follow' => ['cursor' => $this->follow($command)],
            'verify' => ['value' => (new Webhook($command['secret']))->verify($command['headers'], $command['body'], $command['now'])->members],
        };
    }

    /** @param array<string, mixed> $command */
    private function open(array $command): \stdClass
    {
        $login = match ($command['auth']) {
            'service' => new ServiceLogin((string) getenv('TRADELOG_CLIENT_ID'), (string) getenv('TRADELOG_CLIENT_SECRET')),
            'customer' => new CustomerLogin((string) getenv('TRADELOG_EMAIL'), (string) getenv('TRADELOG_PASSWORD')),
            'guest' => null,
            'token' => $command['token'],
        };
        $this->client = new Client(
            (string) getenv('TRADELOG_URL'),
            $login,
            retry: new Retry(attempts: $command['attempts'] ?? 5, longest: 0.05),
            memory: new ETagMemory($command['etags'] ?? 100),
            transport: getenv('TRADELOG_TRANSPORT') ? new (getenv('TRADELOG_TRANSPORT'))() : null,
        );

        return new \stdClass();
    }

    /**
     * @param array<string, mixed> $command
     * @return array<string, mixed>
     */
    private function write(array $command): array
    {
        $result = $this->client->request($command['method'], $command['path'], $command['body'] ?? null, key: $command['key'] ?? null);

        return ['value' => $result->data, 'position' => $result->position() ?? '', 'replayed' => $result->replayed()];
    }

    /**
     * @param array<string, mixed> $command
     * @return list<int>
     */
    private function list(array $command): array
    {
        $ids = [];
        foreach ($this->client->list($command['path'], $command['query'] ?? []) as $row) {
            $ids[] = $row['id'];
            if (count($ids) === ($command['limit'] ?? 0)) {
                break;
            }
        }

        return $ids;
    }

    /** @param array<string, mixed> $command */
    private function amount(array $command): string
    {
        $amount = $this->client->get($command['path'])[$command['member']];
        if (!is_int($amount) && !$amount instanceof Decimal) {
            throw new \LogicException(get_debug_type($amount) . ' is not exact');
        }

        return (string) $amount;
    }

    /** @param array<string, mixed> $command */
    private function follow(array $command): string
    {
        $place = new FilePlace($command['file']);
        $tell = static fn (Change $change) => say(['change' => $change]);
        $this->client->follow($tell, $place, $command['resources'], until: $command['until']);

        return (string) $place->load();
    }
}

function say(mixed $answer): void
{
    fwrite(STDOUT, Json::encode($answer) . "\n");
}

$driver = new Driver();
while (($line = fgets(STDIN)) !== false) {
    try {
        say($driver->carryOut(Json::decode($line)));
    } catch (ShopError $error) {
        say(['error' => [
            'kind' => $error->kind->value, 'code' => $error->errorCode, 'status' => $error->status, 'message' => $error->getMessage(),
            'requestId' => $error->requestId, 'retryable' => $error->retryable, 'violations' => array_map(get_object_vars(...), $error->violations),
        ]]);
    }
}
