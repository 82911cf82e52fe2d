const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const NOTHING: Buffer = Buffer.alloc(0);
const STATUS_WITHOUT_BODY = [204, 304];

/**
 * Reads the HTTP responses of one connection, which come one after the other. Calls `onEnd` at the end of each. Skips
 * bodies without looking at them: a client that measures must cost less than the server.
 */
export function createResponseReader(onEnd: (status: number) => void) {
  let unread = NOTHING;
  let status = 0;
  /** The type of the next bytes, and how many bytes of a body or chunk are missing. */
  let next: 'head' | 'body' | 'chunk size' | 'chunk' | 'last chunk' = 'head';
  let missing = 0;

  return (received: Buffer) => {
    const bytes = unread.length > 0 ? Buffer.concat([unread, received]) : received;
    unread = NOTHING;
    for (let at = 0; at < bytes.length; ) {
      const end = next === 'head' || next === 'chunk size' ? readText(bytes, at) : skip(bytes, at);
      if (end === undefined) {
        unread = bytes.subarray(at);
        return;
      }
      at = end;
    }
  };

  /** Reads a head or the size of a chunk. Returns where it ends, or undefined if it is not complete. */
  function readText(bytes: Buffer, at: number) {
    const mark = next === 'head' ? HEAD_END : LINE_END;
    const end = bytes.indexOf(mark, at);
    if (end === -1) return undefined;
    const text = bytes.toString('latin1', at, end);
    if (next === 'head') readHead(text);
    else expectChunk(Number.parseInt(text, 16));
    return end + mark.length;
  }

  function readHead(head: string) {
    status = Number(head.slice(9, 12));
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (STATUS_WITHOUT_BODY.includes(status) || length === '0') return finish();
    if (length) {
      next = 'body';
      missing = Number(length);
    } else if (/\r\ntransfer-encoding: *chunked/i.test(head)) next = 'chunk size';
    else throw new Error(`A response has no length:\n${head}`);
  }

  /** Expects the bytes of a chunk and the end of its line. */
  function expectChunk(size: number) {
    next = size === 0 ? 'last chunk' : 'chunk';
    missing = size + LINE_END.length;
  }

  function skip(bytes: Buffer, at: number) {
    const skipped = Math.min(missing, bytes.length - at);
    missing -= skipped;
    if (missing === 0) {
      if (next === 'chunk') next = 'chunk size';
      else finish();
    }
    return at + skipped;
  }

  function finish() {
    next = 'head';
    onEnd(status);
  }
}
