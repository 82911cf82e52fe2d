/** `npm run assets`: draws the social card, the logo of the emails, and icons, splash screens and colours of both native shells. */
import { app } from '#app';
import { applyChanges } from '#scripts/product/changes.ts';
import { drawAssets } from './draw-assets.ts';

const assets = await drawAssets(app);
applyChanges(assets);
console.log(`Drew ${assets.size} files.`);
