import type { OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config';

/**
 * The connections of sign-in: the same database through a small pool of their own, so that no flood of sign-ins takes
 * those of people who are signed in, nor the other way round.
 */
export class SignInDatabase extends DataSource implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    if (this.isInitialized) await this.destroy();
  }
}

export const signInDatabase = {
  provide: SignInDatabase,
  inject: [DataSource, Config],
  useFactory: ({ options }: DataSource, { databaseSignInConnections: poolSize }: Config) =>
    new SignInDatabase({ ...options, poolSize } as DataSource['options']).initialize(),
};
