import type { OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';

/** A small separate pool for sign-ins, so that a flood of them does not take the connections of signed-in users. */
export class SignInDatabase extends Database implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

export const signInDatabase = {
  provide: SignInDatabase,
  inject: [Database, Config],
  useFactory: async ({ source, packets }: Database, { databaseSignInConnections: poolSize }: Config) => {
    const options = { ...source.options, poolSize } as DataSource['options'];
    return new SignInDatabase(await new DataSource(options).initialize(), packets);
  },
};
