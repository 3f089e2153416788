import type { z } from 'zod';
import type { AskedApproval } from '@bank/contracts/call-approvals';
import type { ErrorCode } from '@bank/contracts/errors';
import type { LevelRefusal } from '@bank/contracts/levels';

export interface ApiExceptionOptions {
  /** Refused input fields, each with a validation rule or an error code. */
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  /** With LIMIT_OF_LEVEL. */
  level?: LevelRefusal | undefined;
  /** With CREDIT_FILE_KNOWN: the id of the known file. The caller may read it. */
  knownId?: number | undefined;
  /** The name of the colleague whose change stands in the way, for codes of `namedErrorText`. */
  by?: string | undefined;
  /** The resource exists and is another person's: recorded in the log, not in the response. */
  isOfAnother?: boolean;
  /** The approval that the call needs. */
  approval?: AskedApproval | undefined;
}

/** An error of the wire contract; `ApiExceptionFilter` turns it into a response. */
export class ApiException extends Error {
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly level: LevelRefusal | undefined;
  readonly knownId: number | undefined;
  readonly by: string | undefined;
  readonly isOfAnother: boolean;
  readonly approval: AskedApproval | undefined;

  constructor(
    readonly code: ErrorCode,
    options: ApiExceptionOptions = {},
  ) {
    super(code);
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.level = options.level;
    this.knownId = options.knownId;
    this.by = options.by;
    this.isOfAnother = options.isOfAnother ?? false;
    this.approval = options.approval;
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
