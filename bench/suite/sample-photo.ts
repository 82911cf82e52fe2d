import sharp from 'sharp';

const WIDTH = 1200;
const HEIGHT = 900;
/** Grain, from which a photo gets most of its bytes. */
const GRAIN = 9;

/** Draws a picture of which the server stores about 72 KB. The same one each time. */
export function samplePhoto() {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  let random = 1;
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH)];
    // A linear congruential generator.
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const hills = Math.sin(x / 90) * 40 + Math.cos(y / 60) * 40;
    pixels[i] = Math.max(0, Math.min(255, 128 + hills + (random / 2 ** 32 - 0.5) * GRAIN));
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg()
    .toBuffer();
}
