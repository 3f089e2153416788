import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@bank/contracts/errors';
import type { z } from 'zod';

export const operationKey = 'operation';

export interface OperationOptions {
  description?: string;
  /** The operation's own error codes; `openapi/document.ts` adds those that its shape implies. */
  errors?: ErrorCode[];
  /** Descriptions of other success statuses, whose body has the same form. */
  alsoAnswers?: Record<number, string>;
  /** The route accepts an `Idempotency-Key`. */
  idempotent?: boolean;
  /** The answer holds a secret: it is not stored, and a repeated call is refused. */
  secretAnswer?: boolean;
  /** The media types of a response that is not JSON. */
  produces?: string[];
  /** The events of a stream: the data of each type. */
  events?: Record<string, z.ZodType>;
  /** The body is a form with files (multipart/form-data) of this shape. */
  form?: z.ZodType;
  /** The JSON body that is accepted in place of the form when there are no files. */
  jsonBody?: z.ZodType;
  /** The bearer token is the refresh token. */
  refresh?: boolean;
}

export type OperationDescription = OperationOptions & { summary: string };

/** Describes a route for the OpenAPI document. */
export const Operation = (summary: string, options: OperationOptions = {}) =>
  SetMetadata(operationKey, { summary, ...options } satisfies OperationDescription);
