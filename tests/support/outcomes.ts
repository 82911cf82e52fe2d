/** Counts the outcomes of requests: statuses or missing responses. */
export type Outcomes = Map<number | string, number>;

export function countOutcome(outcomes: Outcomes, outcome: number | string) {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

/** Returns the outcomes of requests in one line, such as "201 × 80, 503 × 4". */
export const describeOutcomes = (outcomes: Outcomes) =>
  [...outcomes]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([outcome, count]) => `${outcome} × ${count}`)
    .join(', ');
