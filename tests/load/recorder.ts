import { countOutcome, type Outcomes } from '#tests/support/outcomes.ts';

/** What happens in addition to the traffic. */
export const PHASES = ['alone', 'slow clients', 'login storm'] as const;
export type Phase = (typeof PHASES)[number];

/** What was wrong with a response. */
export type Problem = { rule: 'server error' | 'no Retry-After' | 'unexpected'; text: string };

export type Kind = {
  outcomes: Outcomes;
  /** The response times in ms. */
  times: Record<Phase, number[]>;
};
export type Recording = { kinds: Record<string, Kind>; problems: Problem[] };
export type Recorder = ReturnType<typeof createRecorder>;

/** Collects the outcomes of one process's requests. */
export function createRecorder() {
  const kinds: Recording['kinds'] = {};
  const problems: Problem[] = [];
  let phase: Phase | undefined;

  return {
    recording: { kinds, problems } satisfies Recording,

    /** Starts recording times for a phase. Before the first and after the last phase, only outcomes are recorded. */
    enter(next: Phase | undefined) {
      phase = next;
    },

    /** Starts the clock of a request. Returns a function that records its outcome. */
    begin(name: string) {
      const kind = kinds[name] ?? newKind();
      kinds[name] = kind;
      // A request counts for the phase in which it began.
      const times = phase && kind.times[phase];
      const started = performance.now();
      return (outcome: number | string, problem?: Problem) => {
        times?.push(performance.now() - started);
        countOutcome(kind.outcomes, outcome);
        if (problem) problems.push({ ...problem, text: `${name}: ${problem.text}` });
      };
    },
  };
}

const newKind = (): Kind => ({
  outcomes: new Map(),
  times: { alone: [], 'slow clients': [], 'login storm': [] },
});
