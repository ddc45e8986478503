<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\KeyReused;
use Tradelog\Client\Errors\LogReplaced;
use Tradelog\Client\Errors\NetworkError;
use Tradelog\Client\Errors\ShopError;
use Tradelog\Client\Types\Change;

/**
 * A client of the shop at an address such as https://shop.example.
 *
 * Without a login, the client is a guest. A string as login is a token, which is never renewed. Calls fail with a ShopError or with
 * Cancelled.
 */
final class Client
{
    use Resources;

    private const BASE = '/api/rest/v2';
    private const PAGE = 100;

    private readonly string $base;
    private readonly string $origin;
    private readonly string $identity;
    private readonly Attempts $attempts;
    private readonly NewestPosition $position;
    private readonly TokenKeeper|string|null $tokens;

    /**
     * @param ?string $store the code of a store view
     * @param ?string $currency a display currency
     * @param float $timeout seconds until the whole answer of an attempt must be there
     * @param bool $strict whether the shop refuses parameters of reads that it does not know
     */
    public function __construct(
        string $url,
        #[\SensitiveParameter] Login|string|null $login = null,
        private readonly ?string $store = null,
        private readonly ?string $currency = null,
        private readonly float $timeout = 30.0,
        public readonly Retry $retry = new Retry(),
        private readonly bool $strict = true,
        private readonly ETagMemory $memory = new ETagMemory(),
        ?Transport $transport = null,
    ) {
        $this->origin = self::originOf($url) ?? throw new \ValueError("\"$url\" is no address of a shop");
        $this->base = rtrim($url, '/') . self::BASE;
        $this->attempts = new Attempts($transport ?? self::transport(), $retry);
        $this->position = new NewestPosition();
        // Clients that share a memory do not share answers, because their logins may get different ones.
        $this->identity = bin2hex(random_bytes(8));
        $this->tokens = $login instanceof Login ? new TokenKeeper($login) : $login;
    }

    /** Returns a path, with escaped segments: Client::path('inventory', $sku, 'movements'). */
    public static function path(string|int ...$segments): string
    {
        $escaped = array_map(static fn (string|int $segment): string => '/' . rawurlencode((string) $segment), $segments);

        return implode('', $escaped);
    }

    /**
     * Gets a resource: a document of the class, or an array without one.
     *
     * @template T of Document
     * @param array<string, string|int|bool|null> $query
     * @param ?class-string<T> $as
     * @param array<string, string> $headers
     * @return ($as is null ? mixed : T)
     */
    public function get(
        string $path,
        array $query = [],
        ?string $as = null,
        ?Cancellation $cancellation = null,
        array $headers = [],
    ): mixed {
        return $this->request('GET', $path, query: $query, as: $as, headers: $headers, cancellation: $cancellation)->data;
    }

    /**
     * Yields the rows of a list that has pages. A page is requested when its first row is needed.
     *
     * Rows added or deleted meanwhile do not shift others, because the pages are read by cursors. Page numbers are used instead if the
     * query has page, or search without sortBy, since the order of results of a search changes.
     *
     * @template T of Document
     * @param array<string, string|int|bool|null> $query
     * @param ?class-string<T> $as
     * @param array<string, string> $headers
     * @return \Generator<int, ($as is null ? array<string, mixed> : T)>
     */
    public function list(
        string $path,
        array $query = [],
        ?string $as = null,
        ?Cancellation $cancellation = null,
        array $headers = [],
    ): \Generator {
        $counted = isset($query['page']) || (isset($query['search']) && !isset($query['sortBy']));
        $url = $this->url($path, $query + ($counted ? [] : ['after' => '']) + ['itemsPerPage' => self::PAGE]);
        while ($url !== null) {
            $result = $this->call('GET', $url, null, $headers, null, $cancellation, plain: $headers === []);
            if (!is_array($result->data) || !array_is_list($result->data)) {
                throw NetworkError::because("$path is no list", $result->status, $result->requestId());
            }
            foreach ($result->data as $row) {
                yield $as === null ? $row : Read::object($as)($row, $path . '[]');
            }
            $url = $this->next($url, $result->headers['link'] ?? '');
        }
    }

    /**
     * Creates a resource or carries out an action. $key is its idempotency key, a random one by default.
     *
     * @template T of Document
     * @param Body|array<string, mixed>|null $body
     * @param ?class-string<T> $as
     * @param array<string, string> $headers
     * @return ($as is null ? mixed : T)
     */
    public function post(
        string $path,
        Body|array|null $body = null,
        ?string $as = null,
        ?string $key = null,
        ?string $ifMatch = null,
        ?Cancellation $cancellation = null,
        array $headers = [],
        bool $dryRun = false,
    ): mixed {
        return $this->request(
            'POST',
            $path,
            $body,
            as: $as, key: $key, ifMatch: $ifMatch,
            headers: $headers,
            cancellation: $cancellation,
            dryRun: $dryRun,
        )->data;
    }

    /**
     * Changes a resource.
     *
     * @template T of Document
     * @param Body|array<string, mixed>|null $body
     * @param ?class-string<T> $as
     * @param array<string, string> $headers
     * @return ($as is null ? mixed : T)
     */
    public function put(
        string $path,
        Body|array|null $body = null,
        ?string $as = null,
        ?string $key = null,
        ?string $ifMatch = null,
        ?Cancellation $cancellation = null,
        array $headers = [],
        bool $dryRun = false,
    ): mixed {
        return $this->request(
            'PUT',
            $path,
            $body,
            as: $as, key: $key, ifMatch: $ifMatch,
            headers: $headers,
            cancellation: $cancellation,
            dryRun: $dryRun,
        )->data;
    }

    /**
     * Changes a part of a resource.
     *
     * @template T of Document
     * @param Body|array<string, mixed>|null $body
     * @param ?class-string<T> $as
     * @param array<string, string> $headers
     * @return ($as is null ? mixed : T)
     */
    public function patch(
        string $path,
        Body|array|null $body = null,
        ?string $as = null,
        ?string $key = null,
        ?string $ifMatch = null,
        ?Cancellation $cancellation = null,
        array $headers = [],
        bool $dryRun = false,
    ): mixed {
        return $this->request(
            'PATCH',
            $path,
            $body,
            as: $as, key: $key, ifMatch: $ifMatch,
            headers: $headers,
            cancellation: $cancellation,
            dryRun: $dryRun,
        )->data;
    }

    /**
     * Deletes a resource.
     *
     * @param Body|array<string, mixed>|null $body
     * @param array<string, string|int|bool|null> $query
     * @param array<string, string> $headers
     */
    public function delete(
        string $path,
        Body|array|null $body = null,
        array $query = [],
        ?string $ifMatch = null,
        ?Cancellation $cancellation = null,
        array $headers = [],
        bool $dryRun = false,
    ): mixed {
        return $this->request(
            'DELETE',
            $path,
            $body,
            $query,
            ifMatch: $ifMatch,
            headers: $headers,
            cancellation: $cancellation,
            dryRun: $dryRun,
        )->data;
    }

    /**
     * Sends a request and returns the answer with its headers. A body that is no JSON stays a string. $form is a body of the type
     * multipart/form-data, whose values are text or a File. With $dryRun, the shop decides a write and stores nothing. The answer to a read
     * with headers of its own is not remembered.
     *
     * @param Body|array<string, mixed>|null $body
     * @param array<string, string|int|bool|null> $query
     * @param ?class-string<Document> $as
     * @param array<string, string> $headers
     * @param Body|array<string, mixed>|null $form
     */
    public function request(
        string $method,
        string $path,
        Body|array|null $body = null,
        array $query = [],
        ?string $as = null,
        ?string $key = null,
        ?string $ifMatch = null,
        array $headers = [],
        ?float $timeout = null,
        ?Cancellation $cancellation = null,
        Body|array|null $form = null,
        bool $dryRun = false,
    ): Result {
        $plain = $headers === [];
        if ($key !== null) {
            $headers['X-Idempotency-Key'] = $key;
        } elseif (in_array($method, ['POST', 'PUT', 'PATCH'], true) && $this->tokens !== null) {
            $headers['X-Idempotency-Key'] = bin2hex(random_bytes(16));
        }
        if ($ifMatch !== null) {
            $headers['If-Match'] = $ifMatch;
        }
        if ($dryRun) {
            $headers['X-Dry-Run'] = 'true';
        }
        if ($form !== null) {
            $members = $form instanceof Body ? $form->toArray() : $form;
            [$written, $headers['Content-Type']] = Form::encode($members, $headers['X-Idempotency-Key'] ?? null);
        }
        $written ??= match (true) {
            $body === null => null,
            $body === [] => '{}',
            default => Json::encode($body),
        };
        $result = $this->call($method, $this->url($path, $query), $written, $headers, $timeout, $cancellation, $plain);

        return $as === null ? $result : new Result(Read::object($as)($result->data, $path), $result->status, $result->headers);
    }

    /**
     * Calls $handle for each change after the stored position, in the order of the log, and stores the position after each page.
     *
     * With $read, $handle also gets the changed resource. It is null if the resource was deleted, or has left the stores of the login:
     * delete your copy. It returns when it is cancelled. An exception of $handle ends it, and the position of that page is not stored:
     * $handle gets each change at least once. During outages of the shop it waits.
     *
     * @param callable(Change, ?array<string, mixed>): mixed $handle
     * @param list<string> $resources names as in paths, such as orders; all that the login may read if empty
     * @param string $from the start while no cursor is stored: 0 is the beginning of the log, latest its end
     * @param ?int $until ends following once a position of at least this is stored
     * @param int $wait the time that the shop waits for a change, in seconds, 30 at most
     * @throws LogReplaced if the log was replaced: read all resources again, and begin with an empty place and latest
     * @throws ShopError that is not retryable
     */
    public function follow(
        callable $handle,
        Place $place,
        array $resources = [],
        string $from = '0',
        ?int $until = null,
        int $wait = 25,
        ?Reading $read = null,
        Cancellation $cancellation = new Cancellation(),
    ): void {
        (new Following($this, $place, $resources, $from, $until, $wait, $read, $cancellation))->run($handle);
    }

    /** Revokes the token. The next call logs in again. */
    public function logout(): void
    {
        $token = $this->tokens instanceof TokenKeeper ? $this->tokens->forget() : null;
        if ($token !== null) {
            $this->authenticate('/auth/logout', [], $token);
        }
    }

    private static function transport(): Transport
    {
        return extension_loaded('curl') ? new CurlTransport() : new SocketTransport();
    }

    /** Returns scheme, host and port, or null if the URL has none or is no HTTP. */
    private static function originOf(string $url): ?string
    {
        $parts = parse_url($url);
        if (!is_array($parts) || !isset($parts['host']) || !in_array($parts['scheme'] ?? '', ['http', 'https'], true)) {
            return null;
        }

        return $parts['scheme'] . '://' . strtolower($parts['host']) . ':' . ($parts['port'] ?? ($parts['scheme'] === 'https' ? 443 : 80));
    }

    /** @param array<string, string|int|bool|null> $query */
    private function url(string $path, array $query): string
    {
        $written = [];
        foreach ($query as $name => $value) {
            if ($value !== null) {
                $written[$name] = is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
            }
        }

        return $this->base . '/' . ltrim($path, '/') . ($written === [] ? '' : '?' . http_build_query($written));
    }

    /** Returns the address of the next page. Other origins are refused, because they must not get the token. */
    private function next(string $url, string $link): ?string
    {
        if (preg_match('/<([^>]*)>\s*;[^,]*\brel="next"/', $link, $m) !== 1) {
            return null;
        }
        $next = $m[1];
        if (str_starts_with($next, '/') && !str_starts_with($next, '//')) {
            preg_match('#^https?://[^/]+#', $url, $origin);
            $next = $origin[0] . $next;
        }
        if (self::originOf($next) !== $this->origin) {
            throw NetworkError::because("the next page is at another origin: $next");
        }

        return $next;
    }

    /**
     * Posts to /auth. The request may be repeated without a key, because it only concerns tokens.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    private function authenticate(string $path, array $body, ?string $token, Cancellation $cancellation = new Cancellation()): array
    {
        $headers = $this->headers('POST', $token === null ? [] : ['Authorization' => "Bearer $token"]);
        $written = $body === [] ? '{}' : Json::encode($body);
        $call = new Call('POST', $this->base . $path, $headers, $written, true, $this->timeout, $cancellation);
        $data = self::read($this->attempts->send($call))->data;

        return is_array($data) ? $data : [];
    }

    /**
     * @param array<string, string> $more
     * @return array<string, string>
     */
    private function headers(string $method, array $more): array
    {
        $headers = ['Accept' => 'application/json', 'User-Agent' => 'tradelog-client-php/' . Version::NUMBER];
        if ($this->store !== null) {
            $headers['X-Store-Code'] = $this->store;
        }
        if ($this->currency !== null) {
            $headers['X-Currency-Code'] = $this->currency;
        }
        if (!in_array($method, ['GET', 'HEAD'], true)) {
            $headers['Content-Type'] = 'application/json';
        } elseif ($this->strict) {
            $headers['Prefer'] = 'handling=strict';
        }

        return $more + $headers;
    }

    /**
     * Carries out a call with a token. A token that the shop refuses is renewed once.
     *
     * @param array<string, string> $headers
     */
    private function call(
        string $method,
        string $url,
        ?string $body,
        array $headers,
        ?float $timeout,
        ?Cancellation $cancellation,
        bool $plain,
    ): Result {
        // The shop stores no keys of guests, so their writes might take effect twice.
        $repeatable = in_array($method, ['GET', 'HEAD', 'DELETE'], true) || $this->tokens !== null;
        $headers = $this->headers($method, $headers);
        $cancellation ??= new Cancellation();
        $call = new Call($method, $url, $headers, $body, $repeatable, $timeout ?? $this->timeout, $cancellation, $plain);
        if ($this->tokens === null) {
            return $this->readOrWrite($call);
        }
        if (is_string($this->tokens)) {
            return $this->readOrWrite($call->with('Authorization', "Bearer {$this->tokens}"));
        }
        $post = fn (string $path, array $body, ?string $token): array => $this->authenticate($path, $body, $token, $cancellation);
        try {
            return $this->readOrWrite($call->with('Authorization', 'Bearer ' . $this->tokens->token($post)));
        } catch (ShopError $error) {
            if ($error->status !== 401 || $error->errorCode !== 'authentication_error') {
                throw $error;
            }
        }
        $this->tokens->forget();

        return $this->readOrWrite($call->with('Authorization', 'Bearer ' . $this->tokens->token($post)));
    }

    private function readOrWrite(Call $call): Result
    {
        if ($call->method !== 'GET') {
            $result = self::read($this->attempts->send($call));
            $this->position->met($result->position() ?? '');
            if (($result->headers['x-idempotency-body-differs'] ?? '') === 'true') {
                throw KeyReused::of($result->status, $result->requestId());
            }

            return $result;
        }
        $position = isset($call->headers['X-Min-Position']) ? null : $this->position->get();
        if ($position === null) {
            return $this->remembered($call);
        }
        try {
            return $this->remembered($call->with('X-Min-Position', $position));
        } catch (ShopError $error) {
            if ($error->status !== 409) {
                throw $error;
            }
        }
        // The log was replaced, for example by an older backup, so the position is invalid.
        $this->position->forget();

        return $this->remembered($call);
    }

    /** Reads a resource, and returns the remembered answer if it has not changed. */
    private function remembered(Call $call): Result
    {
        if (!$call->plain) {
            return self::read($this->attempts->send($call));
        }
        $names = ['Accept', 'X-Store-Code', 'X-Currency-Code', 'Accept-Language'];
        $key = implode("\n", [$this->identity, $call->url, ...array_map(static fn (string $name): string => $call->headers[$name] ?? '', $names)]);
        $known = $this->memory->get($key);
        $answer = $this->attempts->send($known === null ? $call : $call->with('If-None-Match', $known->header('etag')));
        if ($answer->status === 304 && $known !== null) {
            return self::read(new Answer($known->status, $answer->headers + $known->headers, $known->body));
        }
        $result = self::read($answer);
        if ($answer->status === 200 && $answer->header('etag') !== '' && !str_contains($answer->header('cache-control'), 'no-store')) {
            $this->memory->put($key, $answer);
        }

        return $result;
    }

    private static function read(Answer $answer): Result
    {
        if ($answer->status >= 400) {
            throw Attempts::failure($answer);
        }
        $kind = trim(explode(';', $answer->header('content-type'))[0]);
        if ($answer->body === '') {
            return new Result(null, $answer->status, $answer->headers);
        }
        if ($kind !== 'application/json' && !str_ends_with($kind, '+json')) {
            return new Result($answer->body, $answer->status, $answer->headers);
        }
        try {
            return new Result(Json::decode($answer->body), $answer->status, $answer->headers);
        } catch (\JsonException | \ValueError $error) {
            throw NetworkError::because(
                'the answer is no JSON: ' . $error->getMessage(),
                $answer->status,
                $answer->header('x-request-id'),
                $error,
            );
        }
    }
}
