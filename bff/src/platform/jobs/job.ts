import type { LogFacts } from '@bank/contracts/log-texts';

/** The result of a run: how many things it did (0: not logged), and the facts of its line of the activity log. */
export interface JobOutcome extends LogFacts {
  done: number;
}

/** Periodic work. Several servers may run the same job at once. */
export interface Job {
  /** The action in the activity log is `job.<name>`. */
  readonly name: string;
  /** The shortest interval on one server; by default the scheduler's. */
  readonly everySeconds?: number;
  /** Runs when the server starts too, which does not wait for it. */
  readonly atStart?: true;
  /** Does what is due now; ends early when the server stops. */
  run(now: Date, stopping: AbortSignal): Promise<JobOutcome>;
}
