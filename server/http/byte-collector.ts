const BLOCK_MIN_BYTES = 1024;
const BLOCK_MAX_BYTES = 64 * 1024;

/**
 * Collects a body in a few blocks of growing size. Each Buffer has an overhead of about a hundred bytes: with one per
 * chunk, a body of tiny chunks would take far more memory than its size.
 */
export function createByteCollector() {
  const blocks: Buffer[] = [];
  let block = Buffer.alloc(0);
  let blockUsed = 0;
  let size = 0;

  return {
    add(chunk: Buffer) {
      for (let copied = 0; copied < chunk.length; ) {
        if (blockUsed === block.length) startBlock(chunk.length - copied);
        const count = chunk.copy(block, blockUsed, copied);
        blockUsed += count;
        copied += count;
        size += count;
      }
    },
    bytes: () => Buffer.concat(blocks, size),
  };

  function startBlock(neededBytes: number) {
    const growth = Math.min(Math.max(size, BLOCK_MIN_BYTES), BLOCK_MAX_BYTES);
    block = Buffer.allocUnsafeSlow(Math.max(neededBytes, growth));
    blocks.push(block);
    blockUsed = 0;
  }
}
