import { randomBytes } from 'node:crypto';
import type { RailKey } from '@bank/contracts/rails/signature';

/** A key of the same id that no other side has. */
export const wrongKey = ({ id }: RailKey): RailKey => ({ id, secret: randomBytes(32).toString('hex') });

/** The beginning of a document, which is not well-formed. */
export const cutOff = (text: string): string => text.slice(0, Math.floor(text.length / 2));
