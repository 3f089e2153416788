import type { RailKey } from '@bank/contracts/rails/signature';
import { z } from 'zod';

/** The configuration of the world. */
export interface WorldConfig {
  port: number;
  /** The address to listen on: of the loopback, since the page has no sign-in. */
  host: string;
  databaseUrl: string;
  /** The origin of the bank's customer site. */
  bankUrl: string;
  railKey: RailKey;
  cardKey: RailKey;
  textKey: RailKey;
  logLevel: string;
}

const secret = z.string().min(32, 'needs at least 32 characters');
const variables = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535),
  HOST: z.enum(['localhost', '127.0.0.1', '::1']).default('localhost'),
  WORLD_DATABASE_URL: z.string().regex(/^(mysql|mariadb):\/\//, 'is not the address of a database'),
  BANK_URL: z.url(),
  RAIL_KEY: secret,
  CARD_NETWORK_KEY: secret,
  SMS_KEY: secret,
  LOG_LEVEL: z.string().default('info'),
});

/** The id of the bank's keys: that of the pair that shares one. */
const keyId = 'bank-pcs';

/** @throws Error that names the variables which are missing or wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): WorldConfig {
  const { data, error } = variables.safeParse(environment);
  if (!data) {
    throw new Error(
      error.issues.map(({ path, message }) => `${String(path[0])} ${message.toLowerCase()}`).join('\n'),
    );
  }
  return {
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.WORLD_DATABASE_URL,
    bankUrl: new URL(data.BANK_URL).origin,
    railKey: { id: keyId, secret: data.RAIL_KEY },
    cardKey: { id: keyId, secret: data.CARD_NETWORK_KEY },
    textKey: { id: keyId, secret: data.SMS_KEY },
    logLevel: data.LOG_LEVEL,
  };
}
