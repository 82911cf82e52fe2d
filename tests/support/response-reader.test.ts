import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResponseReader } from './response-reader.ts';

const RESPONSES = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n',
  'HTTP/1.1 201 Created\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nb\r\n 0\r\n\r\nHTTP/\r\n0\r\n\r\n',
  'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
];

test('each response is counted once, however its bytes are split', () => {
  const bytes = Buffer.from(RESPONSES.join(''));
  for (let size = 1; size <= bytes.length; size++) {
    const statuses: number[] = [];
    const read = createResponseReader((status) => statuses.push(status));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    assert.deepEqual(statuses, [200, 304, 201, 500, 204], `${size} bytes at a time`);
  }
});

test('a response ends only with its last byte', () => {
  for (const response of RESPONSES) {
    let ended = 0;
    const read = createResponseReader(() => ended++);
    read(Buffer.from(response.slice(0, -1)));
    assert.equal(ended, 0, response);
    read(Buffer.from(response.slice(-1)));
    assert.equal(ended, 1, response);
  }
});

test('a response without a recognizable end is rejected', () => {
  const read = createResponseReader(() => {});
  assert.throws(() => read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n')), /has no length/);
});
