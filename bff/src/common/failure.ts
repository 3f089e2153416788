import type { z } from 'zod';
import type { ErrorCode } from '@bank/contracts/errors';

export interface FailureOptions {
  /** Refused input fields, each with the name of a validation rule or of an error code as its text. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** What was asked for is there, and another person's: the log tells so, the answer does not. */
  isOfAnother?: boolean;
}

/** A failure that the wire contract knows: services throw it, one filter words it. */
export class Failure extends Error {
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isOfAnother: boolean;

  constructor(
    readonly code: ErrorCode,
    options: FailureOptions = {},
  ) {
    super(code);
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isOfAnother = options.isOfAnother ?? false;
  }
}

/** A body or query that its schema refused. */
export class InvalidInput extends Error {
  constructor(
    readonly reason: z.core.$ZodError,
    readonly source: 'body' | 'query',
  ) {
    super(`invalid ${source}`);
  }
}
