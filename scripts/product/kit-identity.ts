import { createHash } from 'node:crypto';

/** SHA-256 of what a product replaces. Hashes, because nothing in a renamed product may contain the name of the kit. */
const KIT = {
  name: '6c89505d0e5e22b72a1109de6763242e9a35d76b0ea564f0fd30abff53510620',
  tagline: '412ad1d23d293959db104337e7d9a7a5df04e15034e9fd884c39eb9027b5c122',
  description: 'fae659df2770f5d8495a10da49ee18bdd4066127dc8c0eec1767a62bd0db51ef',
  sourceUrl: 'a6b4dfbec7e00aabe1fe0d3abfb34a49ac77cb8ec01e7df00eb9538ea99973be',
  mark: '0bb449843b1446cdf773ef92d7bb99c15931c72ca83e0095c4372e090d22871c',
};

/** Tells whether a value still belongs to the kit. */
export const isOfKit = (key: keyof typeof KIT, value = '') =>
  createHash('sha256').update(value).digest('hex') === KIT[key];

/** Lists the texts in app.config.ts that still belong to the kit. */
export const textsOfKit = (settings: { tagline: string; description: string }) =>
  (['tagline', 'description'] as const).filter((key) => isOfKit(key, settings[key]));

/** Tells whether a README has the kit's title. */
export const isReadmeOfKit = (text: string) => isOfKit('name', /^# (.+)$/m.exec(text)?.[1]);
