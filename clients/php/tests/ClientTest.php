<?php

declare(strict_types=1);

namespace Tradelog\Client\Tests;

use Tradelog\Client\Answer;
use Tradelog\Client\Cancellation;
use Tradelog\Client\Client;
use Tradelog\Client\Decimal;
use Tradelog\Client\Errors\Cancelled;
use Tradelog\Client\Errors\Changed;
use Tradelog\Client\Errors\Conflict;
use Tradelog\Client\Errors\InvalidRequest;
use Tradelog\Client\Errors\KeyReused;
use Tradelog\Client\Errors\NetworkError;
use Tradelog\Client\Errors\NotFound;
use Tradelog\Client\Errors\RateLimited;
use Tradelog\Client\Errors\RuleViolation;
use Tradelog\Client\Errors\ShopError;
use Tradelog\Client\Errors\Unavailable;
use Tradelog\Client\ETagMemory;
use Tradelog\Client\File;
use Tradelog\Client\Kind;
use Tradelog\Client\Options;
use Tradelog\Client\Request;
use Tradelog\Client\ServiceLogin;
use Tradelog\Client\Types\CmsMediaCreateBody;
use Tradelog\Client\Types\Order;
use Tradelog\Client\Types\OrderRow;
use Tradelog\Client\Types\SalesOrdersCreditMemosCreateBody;
use Tradelog\Client\Types\SalesOrdersCreditMemosCreateBodyItems;

/** Calls: keys, attempts, memory, positions, lists and errors. */
final class ClientTest extends Check
{
    public function testEveryAttemptOfAWriteHasItsKey(): void
    {
        $transport = new FakeTransport(FakeTransport::lost(), FakeTransport::refusal(503), FakeTransport::answer(['id' => 1]));
        $this->same(['id' => 1], $transport->client()->post('/orders', ['a' => 1], cancellation: new Waits()), 'the answer');
        $keys = $this->keys($transport);
        $this->same([3, 1], [count($keys), count(array_unique($keys))], 'requests and keys');
        $this->same(1, preg_match('/^[a-zA-Z0-9_-]{16,255}$/D', $keys[0]), 'the form of the key');
    }

    public function testKeys(): void
    {
        $transport = new FakeTransport(FakeTransport::answer());
        $shop = $transport->client();
        $shop->put('/inventory', ['sku' => 'A']);
        $shop->put('/inventory', ['sku' => 'A']);
        $shop->patch('/addresses/1', [], key: 'mine');
        $shop->get('/orders/1');
        $shop->delete('/coupons/1');
        [$first, $second, $mine, $read, $delete] = $this->keys($transport);
        $this->holds($first !== $second && $first !== '', 'two writes have two keys');
        $this->same(['mine', '', ''], [$mine, $read, $delete]);
        $this->same('{}', $transport->requests[2]->body, 'the empty body');
    }

    public function testAnAnswerToAnotherBodyIsAnError(): void
    {
        $headers = ['x-idempotency-replayed' => 'true', 'x-idempotency-body-differs' => 'true', 'x-request-id' => 'r-1'];
        $transport = new FakeTransport(FakeTransport::answer(['id' => 1], 201, $headers));
        $error = $this->fails(KeyReused::class, static fn () => $transport->client()->post('/orders', [], key: 'mine'));
        $this->same([Kind::KeyReused, 201, 'r-1', false], [$error->kind, $error->status, $error->requestId, $error->retryable]);
        $this->same(1, count($transport->requests), 'requests');
    }

    public function testViolationsNameTheFields(): void
    {
        $wrong = ['field' => 'items[2].qty', 'code' => 'range', 'message' => 'too many', 'present' => ['qty' => 3]];
        $transport = new FakeTransport(FakeTransport::answer(['error' => 'bad_request', 'message' => 'no', 'violations' => [$wrong]], 400));
        $error = $this->fails(InvalidRequest::class, static fn () => $transport->client()->post('/orders', []));
        $this->same([$wrong], array_map(get_object_vars(...), $error->violations));
    }

    public function testFiveAttemptsWithGrowingWaits(): void
    {
        $transport = new FakeTransport(FakeTransport::refusal(503));
        $waits = new Waits();
        $error = $this->fails(Unavailable::class, fn () => $transport->client()->get('/orders', cancellation: $waits));
        $this->same([true, 5], [$error->retryable, count($transport->requests)]);
        $this->same([0.8, 1.6, 3.2, 6.4], $waits->seconds, 'the waits');
    }

    public function testRetryAfter(): void
    {
        foreach (['7' => 7.0, 'Thu, 01 Jan 2026 00:00:00 GMT' => 0.0] as $asked => $least) {
            $transport = new FakeTransport(FakeTransport::refusal(429, headers: ['retry-after' => (string) $asked]), FakeTransport::answer([]));
            $waits = new Waits();
            $transport->client()->get('/orders', cancellation: $waits);
            $this->holds($waits->seconds[0] >= $least && $waits->seconds[0] <= $least + 0.2, "a wait of {$waits->seconds[0]} for $asked");
        }
        $transport = new FakeTransport(FakeTransport::refusal(429, headers: ['retry-after' => '61']));
        $error = $this->fails(RateLimited::class, fn () => $transport->client()->get('/orders'));
        $this->same([1, 61.0], [count($transport->requests), $error->retryAfter]);
    }

    public function testWritesOfGuestsAreRepeatedAfter429Alone(): void
    {
        foreach ([[FakeTransport::refusal(429), 2], [FakeTransport::refusal(503), 1], [FakeTransport::lost(), 1]] as [$step, $times]) {
            $transport = new FakeTransport($step, FakeTransport::answer());
            try {
                $transport->client(null)->post('/guest-carts', cancellation: new Waits());
            } catch (ShopError $error) {
                $this->holds($error->retryable, 'it may be repeated by the caller');
            }
            $this->same($times, count($transport->requests), 'requests');
            $this->same([true, ''], [$transport->requests[0]->fresh, $this->keys($transport)[0]]);
        }
    }

    public function testConflicts(): void
    {
        $busy = FakeTransport::refusal(409, 'conflict', 'A request with this idempotency key is already being processed');
        $transport = new FakeTransport(FakeTransport::lost(), $busy, FakeTransport::answer(['id' => 2]));
        $this->same(['id' => 2], $transport->client()->post('/orders', [], cancellation: new Waits()));
        $transport = new FakeTransport(FakeTransport::refusal(409, 'conflict', 'taken'));
        $this->fails(Conflict::class, fn () => $transport->client()->post('/coupons', []));
        $this->same(1, count($transport->requests), 'requests');
    }

    public function testARepeatedDeleteThatFindsNothingHasSucceeded(): void
    {
        $delete = static fn (FakeTransport $transport) => $transport->client()->delete('/coupons/1', cancellation: new Waits());
        $this->same(null, $delete(new FakeTransport(FakeTransport::lost(), FakeTransport::refusal(404))));
        $this->fails(NotFound::class, fn () => $delete(new FakeTransport(FakeTransport::refusal(404))));
        $this->fails(NotFound::class, fn () => $delete(new FakeTransport(FakeTransport::refusal(429), FakeTransport::refusal(404))));
    }

    public function testCancelledWhileWaiting(): void
    {
        $cancellation = new Cancellation();
        $transport = new FakeTransport(static function () use ($cancellation): Answer {
            $cancellation->cancel();

            return FakeTransport::refusal(503, headers: ['retry-after' => '50']);
        });
        $this->fails(Cancelled::class, fn () => $transport->client()->get('/orders', cancellation: $cancellation));
        $this->fails(Cancelled::class, fn () => $transport->client()->get('/orders', cancellation: $cancellation));
        $this->same(1, count($transport->requests), 'requests');
    }

    public function testALoginIsCancelled(): void
    {
        $cancellation = new Cancellation();
        $transport = new FakeTransport(static function () use ($cancellation): Answer {
            $cancellation->cancel();

            return FakeTransport::refusal(503);
        });
        $shop = $transport->client(new ServiceLogin('id', 'secret'));
        $this->fails(Cancelled::class, fn () => $shop->get('/orders', cancellation: $cancellation));
        $this->same(1, count($transport->requests), 'requests');
    }

    public function testCancelledByAFunction(): void
    {
        $asked = 0;
        $cancellation = new Cancellation(static function () use (&$asked): bool {
            return ++$asked > 2;
        });
        $transport = new FakeTransport(FakeTransport::refusal(503, headers: ['retry-after' => '50']));
        $this->fails(Cancelled::class, fn () => $transport->client()->get('/orders', cancellation: $cancellation));
        $this->same(3, $asked, 'questions');
    }

    public function testAnUnchangedAnswerComesFromMemory(): void
    {
        $transport = new FakeTransport(
            FakeTransport::answer(['id' => 1], headers: ['etag' => '"a"', 'link' => 'x']),
            new Answer(304, ['etag' => '"a"']),
        );
        $shop = $transport->client();
        $shop->get('/products/1');
        $result = $shop->request('GET', '/products/1');
        $this->same([['id' => 1], 'x', 200], [$result->data, $result->headers['link'], $result->status]);
        $this->same('"a"', $transport->requests[1]->headers['If-None-Match'] ?? '');
    }

    public function testAnotherAddressOrStoreIsAnotherAnswer(): void
    {
        $memory = new ETagMemory();
        $transport = new FakeTransport(FakeTransport::answer(['id' => 1], headers: ['etag' => '"a"']));
        $shop = $transport->client(memory: $memory);
        $shop->get('/products/1');
        $shop->get('/products/1', ['fields' => 'id']);
        $transport->client(memory: $memory, store: 'de')->get('/products/1');
        foreach ($transport->requests as $request) {
            $this->holds(!isset($request->headers['If-None-Match']), 'nothing is remembered for it');
        }
    }

    public function testTheMemoryIsBounded(): void
    {
        $memory = new ETagMemory(2, 20);
        foreach (['a', 'b', 'c'] as $key) {
            $memory->put($key, FakeTransport::answer(1));
        }
        $this->same([null, 2], [$memory->get('a'), $memory->count()]);
        $memory->get('b');
        $memory->put('d', FakeTransport::answer(1));
        $this->same([null, true], [$memory->get('c'), $memory->get('b') !== null]);
        $memory->put('e', FakeTransport::answer('01234567890123456'));
        $this->same([true, 2], [$memory->get('e') !== null, $memory->count()]);
        $memory->put('f', FakeTransport::answer(str_repeat('x', 30)));
        $this->same(null, $memory->get('f'));
        $transport = new FakeTransport(FakeTransport::answer([], headers: ['etag' => '"a"', 'cache-control' => 'no-store']));
        $shop = $transport->client();
        $shop->get('/changes');
        $shop->get('/changes');
        $this->holds(!isset($transport->requests[1]->headers['If-None-Match']), 'what must not be stored is not');
    }

    public function testReadsSeeWrites(): void
    {
        $written = static fn (string $position): Answer => FakeTransport::answer(headers: ['x-event-position' => $position]);
        $transport = new FakeTransport($written('log.12'), $written('log.9'), FakeTransport::answer([]), $written('new.3'), FakeTransport::answer([]));
        $shop = $transport->client();
        $shop->put('/products/1');
        $shop->put('/products/2');
        $shop->get('/products');
        $shop->put('/products/1');
        $shop->get('/orders');
        $sent = array_map(static fn ($request): string => $request->headers['X-Min-Position'] ?? '', $transport->requests);
        $this->same(['', '', 'log.12', '', 'new.3'], $sent);
    }

    public function testAReplacedLogIsForgotten(): void
    {
        $transport = new FakeTransport(
            FakeTransport::answer(headers: ['x-event-position' => 'log.12']),
            FakeTransport::refusal(409),
            FakeTransport::answer([1]),
            FakeTransport::answer([2]),
        );
        $shop = $transport->client();
        $shop->put('/products/1');
        $this->same([[1], [2]], [$shop->get('/products'), $shop->get('/orders')]);
        $sent = array_map(static fn ($request): bool => isset($request->headers['X-Min-Position']), $transport->requests);
        $this->same([false, true, false, false], $sent);
    }

    public function testPagesAreAskedForWhenNeeded(): void
    {
        $link = '</api/rest/v2/orders?after=>; rel="first"; total="3", </api/rest/v2/orders?after=x&status=new>; rel="next"; total="3"';
        $transport = new FakeTransport(
            FakeTransport::answer([['id' => 1], ['id' => 2]], headers: ['link' => $link]),
            FakeTransport::answer([['id' => 3]]),
        );
        $rows = $transport->client()->list('/orders', ['status' => 'new', 'storeId' => null], as: OrderRow::class);
        $this->same(0, count($transport->requests), 'requests');
        $ids = [];
        foreach ($rows as $row) {
            $ids[] = [$row->id, count($transport->requests)];
        }
        $this->same([[1, 1], [2, 1], [3, 2]], $ids);
        $this->same('https://shop.example/api/rest/v2/orders?status=new&after=&itemsPerPage=100', $transport->requests[0]->url);
        $this->same('https://shop.example/api/rest/v2/orders?after=x&status=new', $transport->requests[1]->url);
    }

    public function testCountedPages(): void
    {
        $transport = new FakeTransport(FakeTransport::answer([]));
        $shop = $transport->client();
        iterator_to_array($shop->list('/orders', ['page' => 2, 'itemsPerPage' => 20]));
        iterator_to_array($shop->list('/products', ['search' => 'pot']));
        iterator_to_array($shop->list('/products', ['search' => 'pot', 'sortBy' => 'name']));
        $this->same(
            ['page=2&itemsPerPage=20', 'search=pot&itemsPerPage=100', 'search=pot&sortBy=name&after=&itemsPerPage=100'],
            array_map(static fn ($request): string => explode('?', $request->url)[1], $transport->requests),
        );
    }

    public function testTheTokenGoesToNoOtherOrigin(): void
    {
        foreach (['https://other.example/orders', '//other.example/orders', 'http://shop.example/orders', 'https://shop.example:8443/o'] as $next) {
            $transport = new FakeTransport(FakeTransport::answer([1], headers: ['link' => "<$next>; rel=\"next\""]));
            $this->fails(NetworkError::class, fn () => iterator_to_array($transport->client()->list('/orders'), false));
            $this->same(1, count($transport->requests), 'requests');
        }
    }

    public function testWhatIsNoList(): void
    {
        $transport = new FakeTransport(FakeTransport::answer(['id' => 1]));
        $this->fails(NetworkError::class, fn () => iterator_to_array($transport->client()->list('/orders/1')));
    }

    public function testErrors(): void
    {
        foreach ([
            [400, Kind::Invalid, false], [403, Kind::Forbidden, false], [404, Kind::NotFound, false], [409, Kind::Conflict, false],
            [412, Kind::Changed, false], [415, Kind::Invalid, false], [418, Kind::Internal, false], [422, Kind::Precondition, false],
            [429, Kind::RateLimited, true], [500, Kind::Internal, true], [504, Kind::Unavailable, true],
        ] as [$status, $kind, $retryable]) {
            $transport = new FakeTransport(FakeTransport::refusal($status, 'a_code', 'a reason'));
            $error = $this->fails(ShopError::class, fn () => $transport->client()->get('/orders', cancellation: new Waits()));
            $this->same([$kind, $retryable, $status], [$error->kind, $error->retryable, $error->status]);
            $this->same(['a_code', 'a reason', 'r-1'], [$error->errorCode, $error->getMessage(), $error->requestId]);
        }
        foreach ([412 => Changed::class, 422 => RuleViolation::class] as $status => $class) {
            $this->fails($class, fn () => (new FakeTransport(FakeTransport::refusal($status)))->client()->get('/orders'));
        }
    }

    public function testAnswersThatCannotBeRead(): void
    {
        $json = ['content-type' => 'application/json'];
        foreach (['{', '[1,', '1e9999.5'] as $body) {
            $error = $this->fails(NetworkError::class, fn () => (new FakeTransport(new Answer(200, $json, $body)))->client()->get('/orders'));
            $this->same([Kind::Network, true], [$error->kind, $error->retryable]);
        }
        $page = new Answer(502, ['content-type' => 'text/html'], '<html>');
        $this->fails(Unavailable::class, fn () => (new FakeTransport($page))->client()->get('/orders', cancellation: new Waits()));
        $wrong = FakeTransport::answer(['prices' => ['grandTotal' => 'much']]);
        $error = $this->fails(NetworkError::class, fn () => (new FakeTransport($wrong))->client()->get('/orders/1', as: Order::class));
        $this->same('/orders/1.prices.grandTotal is string, not a number', $error->getMessage());
    }

    public function testDocumentsAndBodies(): void
    {
        $answer = new Answer(200, ['content-type' => 'application/json; charset=utf-8'], '{"id":7,"prices":{"grandTotal":12.50,"taxAmount":3},' .
            '"items":[{"qty":1.5}],"giftcardCodes":[],"newer":true}');
        $transport = new FakeTransport($answer);
        $order = $transport->client()->get('/orders/7', as: Order::class);
        $this->same([7, '12.50', '3'], [$order->id, (string) $order->prices?->grandTotal, (string) $order->prices?->taxAmount]);
        $this->same(['1.5', [], null], [(string) $order->items[0]->qty, $order->giftcardCodes, $order->couponCode]);
        $body = new SalesOrdersCreditMemosCreateBody(
            items: [new SalesOrdersCreditMemosCreateBodyItems(orderItemId: 3, qty: Decimal::of('1.50'), backToStock: false)],
            adjustmentPositive: 2,
        );
        $transport->client()->post('/orders/7/credit-memos', $body);
        $sent = json_decode((string) $transport->requests[1]->body, true);
        $this->same(['orderItemId' => 3, 'qty' => 1.5, 'backToStock' => false], array_replace(['orderItemId' => 0, 'qty' => 0], $sent['items'][0]));
        $this->holds(str_contains((string) $transport->requests[1]->body, '"qty":1.50'), 'the digits are kept');
        $this->same(['adjustmentPositive', 'items'], (static function (array $names): array {
            sort($names);

            return $names;
        })(array_keys($sent)));
    }

    public function testHeaders(): void
    {
        $transport = new FakeTransport(FakeTransport::answer());
        $shop = $transport->client(store: 'de', currency: 'EUR');
        $shop->get('/products');
        $shop->put('/products/1', ['price' => Decimal::of('9.90')], ifMatch: '"a"');
        $transport->client(null, strict: false)->get('/products');
        [$read, $write, $guest] = $transport->requests;
        $this->same(['handling=strict', 'de', 'EUR', 'Bearer token'], array_map(
            static fn (string $name): string => $read->headers[$name],
            ['Prefer', 'X-Store-Code', 'X-Currency-Code', 'Authorization'],
        ));
        $this->same(['"a"', '{"price":9.90}', false], [$write->headers['If-Match'], $write->body, isset($write->headers['Prefer'])]);
        $this->same([false, false], [isset($guest->headers['Authorization']), isset($guest->headers['Prefer'])]);
    }

    public function testCallsHaveNames(): void
    {
        $transport = new FakeTransport(static fn (Request $request): Answer => str_ends_with($request->url, '/pdf')
            ? new Answer(200, ['content-type' => 'application/pdf'], "%PDF\xff")
            : FakeTransport::answer(['id' => 7]));
        $shop = $transport->client();
        $this->same(7, $shop->orders->get(7)->id);
        $this->same("%PDF\xff", $shop->orders->pdf(7));
        $shop->orders->refund(7, [], new Options(dryRun: true, headers: ['X-Store-Code' => 'de']));
        $shop->orders->details('100000001', 'secret');
        $file = new CmsMediaCreateBody(new File('a.png', "\x89PNG"), filename: 'b');
        $shop->media->create($file, new Options(key: 'mine:7/8'));
        $shop->media->create($file, new Options(key: 'mine:7/8'));
        $sent = array_map(static fn ($r): string => $r->method . ' ' . explode('/v2', $r->url)[1], $transport->requests);
        $this->same(
            ['GET /orders/7', 'GET /orders/7/pdf', 'POST /orders/7/credit-memos', 'GET /orders/100000001/details', 'POST /media', 'POST /media'],
            $sent,
        );
        [, , $refund, $details, $upload, $again] = $transport->requests;
        $this->same(['true', 'de'], [$refund->headers['X-Dry-Run'], $refund->headers['X-Store-Code']]);
        $this->same('secret', $details->headers['X-Order-Token']);
        $this->same('multipart/form-data; boundary=tradelog-mine-7-8', $upload->headers['Content-Type']);
        $part = "name=\"file\"; filename=\"a.png\"\r\nContent-Type: application/octet-stream\r\n\r\n\x89PNG\r\n";
        $this->holds(str_contains((string) $upload->body, $part), 'the file is a part');
        $this->holds(str_contains((string) $upload->body, "name=\"filename\"\r\n\r\nb\r\n--tradelog-mine-7-8--\r\n"), 'the text is a part');
        $this->same($upload->body, $again->body);
        $this->fails(\LogicException::class, static fn () => $shop->nothing);
    }

    public function testRowsHaveNames(): void
    {
        $transport = new FakeTransport(FakeTransport::answer([['id' => 1]]));
        $rows = iterator_to_array($transport->client()->orders->list(['status' => 'new']));
        $this->same([1], array_map(static fn (OrderRow $row): ?int => $row->id, $rows));
        $this->holds(str_contains($transport->requests[0]->url, '/orders?status=new&after='), 'it has the query');
    }

    public function testAnswersToOtherHeadersAreNotRemembered(): void
    {
        $transport = new FakeTransport(FakeTransport::answer(['id' => 1], 200, ['etag' => '"a"']));
        $shop = $transport->client();
        $shop->get('/products/1', headers: ['X-Store-Code' => 'de']);
        $shop->get('/products/1');
        $this->holds(!isset($transport->requests[1]->headers['If-None-Match']), 'it is not remembered');
    }

    public function testAddresses(): void
    {
        $this->same('/inventory/A%2FB%20c/movements', Client::path('inventory', 'A/B c', 'movements'));
        foreach (['shop.example', 'ftp://shop.example', '', 'http://'] as $url) {
            $this->fails(\ValueError::class, static fn () => new Client($url));
        }
    }

    /** @return list<string> */
    private function keys(FakeTransport $transport): array
    {
        return array_map(static fn ($request): string => $request->headers['X-Idempotency-Key'] ?? '', $transport->requests);
    }
}
