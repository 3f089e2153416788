import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { databaseAddress } from '@bank/contracts/database-address.mjs';
import { alone } from '../database/alone';
import { moment, rowOf, text } from '../database/columns';
import { databaseOptions } from '../database/connection-options';
import { Database } from '../database/database';
import type { BackupConfig } from '../config/backup-config';
import { BackupError } from './manifest';

const fileRow = rowOf({ Log_name: text });
const nowRow = rowOf({ now: moment });
const logRow = rowOf({ base: text.nullable() });

/** The database that is backed up, through an account with RELOAD, PROCESS, LOCK TABLES and BINLOG MONITOR. */
export class SourceDatabase {
  private constructor(
    readonly url: string,
    /** Its folder on this machine, where it is named. */
    readonly folder: string | undefined,
    private readonly database: Database,
    private readonly logFolder: string,
  ) {}

  /** Runs `work` while no other backup of this database does. @throws NotAlone, BackupError. */
  static async use<T>(config: BackupConfig, work: (source: SourceDatabase) => Promise<T>): Promise<T> {
    const { databaseUrl: url, databaseFiles: folder } = config;
    if (!url)
      throw new BackupError('BACKUP_DATABASE_URL must name the database with the account of backups.');
    const given = { databaseUrl: url, databaseMigrationUrl: url, databaseConnections: 2 };
    const source = await new DataSource(await databaseOptions(given, 'migrate')).initialize();
    try {
      const database = new Database(source, 'several');
      const { base } = await database.one(logRow, 'SELECT @@log_bin_basename AS base');
      if (!base) throw new BackupError('The database keeps no binary log: start it with --log-bin.');
      const logFolder = folder ?? dirname(base);
      const refusal = 'Another backup of this database is running.';
      return await alone(source, () => work(new SourceDatabase(url, folder, database, logFolder)), {
        purpose: 'backup',
        waitSeconds: 0,
        refusal,
      });
    } finally {
      await source.destroy();
    }
  }

  /** The name of the bank's database. */
  get name(): string {
    return databaseAddress(this.url).database;
  }

  /** Its own time, in UTC. */
  async now(): Promise<Date> {
    return (await this.database.one(nowRow, 'SELECT UTC_TIMESTAMP(3) AS now')).now;
  }

  /** Closes the file of the binary log that is being written; returns the names of all closed ones, in order. */
  async closeLog(): Promise<string[]> {
    await this.database.write('FLUSH BINARY LOGS');
    const files = await this.database.rows(fileRow, 'SHOW BINARY LOGS');
    return files.slice(0, -1).map(({ Log_name }) => Log_name);
  }

  logFile(name: string): AsyncIterable<Buffer> {
    return createReadStream(join(this.logFolder, basename(name)));
  }

  /** The hash of a closed file of the binary log; undefined when there is none of that name. */
  async logHash(name: string): Promise<string | undefined> {
    const path = join(this.logFolder, basename(name));
    if (!existsSync(path)) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex');
  }
}
