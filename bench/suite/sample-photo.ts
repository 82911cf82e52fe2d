import sharp from 'sharp';

const WIDTH = 1024;
const HEIGHT = 768;
/** Soft spots of different brightness give a picture the detail of a photo, even when resized. */
const SPOT = 16;
const CONTRAST = 98;

/** Draws a picture, always the same one, which the server stores in about 72 KB. */
export function samplePhoto() {
  const columns = Math.ceil(WIDTH / SPOT);
  const spots = randomNumbers(columns * Math.ceil(HEIGHT / SPOT));
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH)];
    const spot = spots[Math.floor(y / SPOT) * columns + Math.floor(x / SPOT)] ?? 0;
    const hills = Math.sin(x / 90 + (i % 3)) * 40 + Math.cos(y / 60) * 40;
    pixels[i] = Math.max(0, Math.min(255, 128 + hills + (spot - 0.5) * CONTRAST));
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(SPOT / 4)
    .jpeg()
    .toBuffer();
}

/** Returns pseudo-random numbers between 0 and 1 (linear congruential generator). */
function randomNumbers(count: number) {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
}
