import { z } from 'zod';
import {
  keyCalls,
  keyDays,
  type NewSecretKeyRequest,
  newSecretKeyRequest,
} from '@bank/contracts/partner-servers';
import { partnerModes } from '@bank/contracts/partner-applications';
import { rule } from '@bank/contracts/validation-texts';

const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, rule('NOT_VALID'))
    .refine((value) => Number(value) >= least && Number(value) <= most, rule('NOT_VALID'));

/** The form of a new secret key: numbers are typed, no days mean no end. */
export const keyForm = z
  .object({
    mode: z.enum(partnerModes),
    name: z.string().trim().min(1, rule('REQUIRED')).max(60),
    scopes: newSecretKeyRequest.shape.scopes,
    calls: number(keyCalls.least, keyCalls.most),
    days: z.union([z.literal(''), number(1, keyDays)]),
  })
  .transform(({ calls, days, ...rest }): NewSecretKeyRequest => ({
    ...rest,
    calls_per_minute: Number(calls),
    days: days === '' ? undefined : Number(days),
  }));

export const initialKey = {
  mode: 'live' as 'live' | 'test',
  name: '',
  scopes: ['applications:read'] as NewSecretKeyRequest['scopes'],
  calls: String(keyCalls.usual),
  days: '365',
};
