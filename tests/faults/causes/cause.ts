import type { TestContext } from 'node:test';
import type { Prometheus } from '../prometheus.ts';

/** A cause of an alert. */
export type Cause = {
  alert: string;
  /** What happens, as the end of a sentence. */
  when: string;
  /** Why it cannot be brought about here. */
  skip?: string | false;
  /** Starts what is monitored, in a healthy state. */
  prepare(t: TestContext): Promise<{
    prometheus: Prometheus;
    bringAbout(): unknown;
    /** Ends the cause. Missing if the alert remains for longer than a test should take. */
    end?(): unknown;
  }>;
};
