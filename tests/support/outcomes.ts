/** Counts what requests got: statuses, or that there was no response. */
export type Outcomes = Map<number | string, number>;

export function countOutcome(outcomes: Outcomes, outcome: number | string) {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

/** Returns what requests got in one line, such as "201 × 80, 503 × 4". */
export const describeOutcomes = (outcomes: Outcomes) =>
  [...outcomes]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([outcome, count]) => `${outcome} × ${count}`)
    .join(', ');
