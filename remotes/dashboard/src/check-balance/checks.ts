import type { Reserved } from '@bank/contracts/accounts';
import { writePersonal, readPersonal } from '@bank/client/personal-storage';

export interface Check {
  balance: number;
  account_number: string;
  /** The available balance, if a part is reserved. */
  available?: number | undefined;
  reserved?: Reserved;
  /** When it was made, ISO 8601. */
  at: string;
}

/** The number of stored checks (specification 2, section 9). */
const maximum = 5;

const name = 'balance_checks';

/** The user's last checks of this session on this device, newest first. */
export function readChecks(userId: number): Check[] {
  const stored = readPersonal('browser', userId, name);
  return Array.isArray(stored) ? stored.filter(isCheck).slice(0, maximum) : [];
}

export function keepCheck(userId: number, check: Check): Check[] {
  const checks = [check, ...readChecks(userId)].slice(0, maximum);
  writePersonal('browser', userId, name, checks);
  return checks;
}

const isCheck = (value: unknown): value is Check => {
  const check = value as Partial<Check> | null;
  return typeof check?.balance === 'number' && typeof check.account_number === 'string' && isMoment(check.at);
};

const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
