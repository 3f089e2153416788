/** What a run of a job did: how many things (0: nothing worth a line), and in French for the activity log. */
export interface JobOutcome {
  done: number;
  message: string;
}

/** Something that the bank does by itself. Several servers may run the same job at once. */
export interface Job {
  /** As in the activity log, whose action is `job.<name>`. */
  readonly name: string;
  /** At most this often on one server; whenever the scheduler comes round, unless said. */
  readonly everySeconds?: number;
  /** Does what is due at a moment, and ends early when the server stops. */
  run(now: Date, stopping: AbortSignal): Promise<JobOutcome>;
}
