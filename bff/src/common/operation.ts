import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@bank/contracts/errors';
import type { z } from 'zod';

export const operationKey = 'operation';

export interface OperationOptions {
  description?: string;
  /** The codes that are this operation's own; those that its shape implies are added by `openapi/document.ts`. */
  errors?: ErrorCode[];
  /** Other statuses of success, and what each says; the answer has the same form. */
  alsoAnswers?: Record<number, string>;
  /** The route accepts an `Idempotency-Key`. */
  idempotent?: boolean;
  /** The answer holds a secret: it is given once, never kept, and a repeated call is refused. */
  secretAnswer?: boolean;
  /** The media types of the answer, where it is not JSON. */
  produces?: string[];
  /** The body is a form with files (multipart/form-data) of this shape. */
  form?: z.ZodType;
  /** The route takes the refresh token as its bearer. */
  refresh?: boolean;
}

export type OperationDescription = OperationOptions & { summary: string };

/** Describes a route for the OpenAPI document: what it does, and the failures that are its own. */
export const Operation = (summary: string, options: OperationOptions = {}) =>
  SetMetadata(operationKey, { summary, ...options } satisfies OperationDescription);
