import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@bank/contracts/errors';

export const operationKey = 'operation';

export interface OperationOptions {
  description?: string;
  /** The codes that are this operation's own; those that its shape implies are added by `openapi/document.ts`. */
  errors?: ErrorCode[];
  /** The route accepts an `Idempotency-Key`. */
  idempotent?: boolean;
  /** The route takes the refresh token as its bearer. */
  refresh?: boolean;
}

export type OperationDescription = OperationOptions & { summary: string };

/** Describes a route for the OpenAPI document: what it does, and the failures that are its own. */
export const Operation = (summary: string, options: OperationOptions = {}) =>
  SetMetadata(operationKey, { summary, ...options } satisfies OperationDescription);
