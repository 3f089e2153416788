import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config, ConfigError } from '../config/config';
import { flag, jsonOf, rowOf, text } from '../database/columns';
import { isDatabaseAway } from '../database/database-away';
import { Database, type Transaction } from '../database/database';
import { databaseErrorNumber } from '../database/database-error';
import { storeIdentity } from '../files/store-identity';
import { HealthService } from '../health/health.service';
import { fingerprintsOf, keyFingerprints, refusalBeside, type ServerIdentity } from './fellow-servers';
import * as sql from './servers.sql';

const intervalMs = 5_000;
const unknownTable = 1146;

const listedRow = rowOf({
  documents: text,
  releases: text,
  knownKeys: jsonOf(keyFingerprints),
  isHere: flag,
});

/**
 * Lists this server among those that run on its database, every five seconds, and refuses to run beside others with other
 * keys or files, or after servers with other keys.
 */
@Injectable()
export class ServersService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Servers');
  private id: number | undefined;
  private refusal: string | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    health: HealthService,
  ) {
    health.addCheck(() => this.refusal === undefined);
  }

  /**
   * A server that starts before the migrations, or while the database is away, is not ready, and lists itself later.
   * @throws ConfigError with a sentence for an operator.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.join().catch((error: unknown) => {
      if (!isUnprepared(error)) throw error;
    });
    this.timer = setInterval(() => void this.show(), intervalMs).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    if (this.id === undefined) return;
    await this.database.write(sql.leave, [this.id]).catch((error: unknown) => this.warn(error));
  }

  private async show(): Promise<void> {
    try {
      const isListed = this.id !== undefined && (await this.database.write(sql.showServer, [this.id]));
      if (!isListed || isListed.affectedRows === 0) await this.join();
      this.refusal = undefined;
    } catch (error) {
      if (error instanceof ConfigError) this.refuse(error.message);
      else if (!isUnprepared(error)) this.warn(error);
    }
  }

  /** Others keep running: it takes no more calls. */
  private refuse(sentence: string): void {
    if (this.refusal !== sentence) this.logger.error(sentence);
    this.refusal = sentence;
  }

  private async join(): Promise<void> {
    const own: ServerIdentity = {
      stores: await storeIdentity(this.config),
      keys: fingerprintsOf(this.config),
    };
    this.id = await this.database.transaction((tx) => this.enter(tx, own));
  }

  private async enter(tx: Transaction, own: ServerIdentity): Promise<number> {
    const { documents, releases } = own.stores;
    const { insertId } = await tx.write(sql.insertServer, [documents, releases, JSON.stringify(own.keys)]);
    for (const row of await tx.rows(listedRow, sql.otherServers, [insertId])) {
      const other = { stores: row, keys: row.knownKeys, isHere: row.isHere };
      const refusal = refusalBeside(own, other);
      if (refusal !== undefined) throw new ConfigError(refusal);
    }
    await tx.write(sql.removeGone, [insertId]);
    return insertId;
  }

  private warn(error: unknown): void {
    this.logger.warn(`not listed among the servers: ${(error as Error).message}`);
  }
}

const isUnprepared = (error: unknown): boolean =>
  isDatabaseAway(error) || databaseErrorNumber(error) === unknownTable;
