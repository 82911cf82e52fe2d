/** Words whose singular no rule finds. */
const IRREGULAR: Record<string, string> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  feet: 'foot',
  teeth: 'tooth',
  criteria: 'criterion',
  indices: 'index',
  vertices: 'vertex',
  matrices: 'matrix',
  axes: 'axis',
  analyses: 'analysis',
  diagnoses: 'diagnosis',
  hypotheses: 'hypothesis',
  theses: 'thesis',
  crises: 'crisis',
  aliases: 'alias',
  atlases: 'atlas',
  biases: 'bias',
  canvases: 'canvas',
  gases: 'gas',
  irises: 'iris',
  lenses: 'lens',
  quizzes: 'quiz',
  knives: 'knife',
  lives: 'life',
  wives: 'wife',
};

/** Words that end in "s" and are the same for one and for many. */
const INVARIANT = ['series', 'species', 'news', 'means', 'headquarters', 'crossroads'];

/** Words whose plural has only an "s" more, although it ends as if it had "es" or "ies". */
const WITH_S = new Set(
  `movie cookie calorie zombie selfie brownie hoodie smoothie rookie prairie shoe toe canoe foe oboe
  cache niche headache tranche avalanche quiche cliche use reuse fuse muse ruse excuse abuse recluse`.split(
    /\s+/,
  ),
);

/** The end of a plural, and that of its singular. The first that matches counts. */
const RULES: [plural: RegExp, singular: string][] = [
  [/(?<=[^aeiou])ies$/, 'y'],
  [/(?<=ss|sh|ch|x|zz|tz)es$/, ''],
  [/(?<=o)es$/, ''],
  // Statuses, but houses and pauses.
  [/(?<=[^aeo]us)es$/, ''],
  [/(?<=shel|wol|hal|cal|loa|lea|thie|scar)ves$/, 'f'],
  [/(?<=[^su])s$/, ''],
];

/** Returns the singular of the last word of a name, or undefined if it does not look like a plural. */
export function singularOf(name: string): string | undefined {
  const [, start = '', last = ''] = /^(.*-)?([^-]*)$/.exec(name) ?? [];
  const singular = singularWord(last);
  return singular && start + singular;
}

function singularWord(word: string) {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word];
  const isSingular = INVARIANT.includes(word) || Object.values(IRREGULAR).includes(word);
  if (isSingular || word.endsWith('sis') || word.length < 3) return undefined;
  const withoutS = word.slice(0, -1);
  // Short ones are ties and pies.
  if ((word.endsWith('s') && WITH_S.has(withoutS)) || /^.ies$/.test(word)) return withoutS;
  const rule = RULES.find(([plural]) => plural.test(word));
  return rule && word.replace(...rule);
}
