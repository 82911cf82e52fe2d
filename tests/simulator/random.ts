export type Random = ReturnType<typeof createRandom>;

/** Creates a source of pseudo-random numbers (mulberry32): the same seed gives the same numbers. */
export function createRandom(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1);

  /** Returns a number from 0 up to but not including 1. */
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `min` to `max`, both included. */
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  return {
    int,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T,
    /** Picks a key with a probability in proportion to its weight. */
    weighted<Key extends string>(weights: Record<Key, number>): Key {
      const entries = Object.entries(weights) as [Key, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        rest -= weight;
        if (rest < 0) return key;
      }
      return (entries.at(-1) as [Key, number])[0];
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => int(0, 15).toString(16)).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
