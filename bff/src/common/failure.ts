import type { z } from 'zod';
import type { ErrorCode } from '@bank/contracts/errors';

export interface FailureOptions {
  /** Refused input fields, each with the name of a validation rule or of an error code as its text. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
}

/** A failure that the wire contract knows: services throw it, one filter words it. */
export class Failure extends Error {
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    options: FailureOptions = {},
  ) {
    super(code);
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
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
