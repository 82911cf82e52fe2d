import { join } from 'node:path';
import sharp from 'sharp';

// usage: node features/notes/server/draw-demo-photos.ts
// Draws the demo photos, so that they need no licence.
const drawings = {
  harbour:
    '<circle cx="30" cy="26" r="8" fill="#ffd59a"/><path fill="#6f8fc4" d="M0 48h120v32H0z"/><path fill="#86a4d4" d="M0 54h50v1H0zm60 6h60v1H60zM20 68h40v1H20z"/><path fill="#fff" d="M70 16v32h22z"/><path fill="#f2e4dc" d="M66 22v26H50z"/><path fill="#c2473d" d="M42 52h58l-9 10H53z"/>',
  cabin:
    '<circle cx="88" cy="26" r="8" fill="#ffe0a8"/><path fill="#9fb2dc" d="m0 54 26-26 20 20 22-30 30 36 22-16v42H0z"/><path fill="#5f7fae" d="M0 62c24-16 44-14 64-5s38 5 56-7v30H0z"/><path fill="#3f5f58" d="M0 72c30-10 60-4 120-8v16H0z"/><path fill="#7b4b3a" d="M24 56h18v12H24z"/><path fill="#4d2f28" d="m21 57 12-9 12 9z"/><path fill="#ffd27d" d="M30 60h5v5h-5z"/>',
};

for (const [name, drawing] of Object.entries(drawings))
  await sharp(Buffer.from(scene(drawing)))
    // Slightly out of focus, like a photo.
    .blur(1.2)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(import.meta.dirname, `${name}.jpg`));

function scene(inner: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="1440" height="960">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#b9cdf7"/><stop offset="1" stop-color="#fbe7cf"/></linearGradient></defs>
    <rect width="120" height="80" fill="url(#sky)"/>${inner}</svg>`;
}
