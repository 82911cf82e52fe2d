import { app } from '#app';
import { textsOfKit } from '../product/kit-identity.ts';
import { type Finding, ok, problem } from './check.ts';

/** Checks the texts that users see before they use the app: on the home page, in search results and in stores. */
export function checkTexts(): Finding {
  const kept = textsOfKit(app);
  return kept.length > 0
    ? problem(`app.config.ts still has the ${kept.join(' and ')} of the kit: write your own`)
    : ok('tagline and description are not those of the kit');
}
