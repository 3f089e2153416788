import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { bytes, flag, rowOf, text } from '../database/columns';
import { Database } from '../database/database';
import { decrypt, encrypt } from '../security/encryption';

const keyRow = rowOf({ bankKey: text, wrapped: bytes, sealed: flag });
const fileRow = rowOf({ file: text });

const oldKeys =
  'SELECT file, bank_key AS bankKey, wrapped FROM file_keys WHERE bank_key <> ? ORDER BY file LIMIT ? FOR UPDATE SKIP LOCKED';
const oldKeyRow = rowOf({ file: text, bankKey: text, wrapped: bytes });

/** The key of one file. */
interface FileKey {
  key: Buffer;
  /** Whether the stored file is encrypted for sure; one of before encryption may be either while it is converted. */
  isSealed: boolean;
}

/** The keys of stored files: one for each, encrypted by the bank's key, whose id stands beside it. */
@Injectable()
export class FileKeys {
  /** By id; the first is the one in use. */
  private readonly bankKeys: ReadonlyMap<string, Buffer>;
  private readonly current: string;

  constructor(
    private readonly database: Database,
    { encryptionKeys }: Config,
  ) {
    this.bankKeys = new Map(encryptionKeys.map(({ key }) => [idOf(key), key]));
    this.current = [...this.bankKeys.keys()][0] ?? '';
  }

  /** Creates the key of a file, or returns the existing one. @param isSealed false while an old file is converted */
  async make(file: string, isSealed: boolean): Promise<Buffer> {
    const key = randomBytes(32);
    const sql = 'INSERT IGNORE INTO file_keys (file, bank_key, wrapped, sealed) VALUES (?, ?, ?, ?)';
    const values = [file, this.current, this.wrap(file, key), isSealed];
    const { affectedRows } = await this.database.transaction((tx) => tx.write(sql, values));
    return affectedRows > 0 ? key : ((await this.find(file))?.key ?? key);
  }

  /** Undefined for a file of before encryption. @throws Error when its bank's key is not configured. */
  async find(file: string): Promise<FileKey | undefined> {
    const sql = 'SELECT bank_key AS bankKey, wrapped, sealed FROM file_keys WHERE file = ?';
    const row = await this.database.row(keyRow, sql, [file]);
    if (!row) return undefined;
    return { key: this.unwrap(file, row), isSealed: row.sealed };
  }

  /** Notes that a converted file is encrypted. */
  async sealed(file: string): Promise<void> {
    await this.database.transaction((tx) =>
      tx.write('UPDATE file_keys SET sealed = 1 WHERE file = ?', [file]),
    );
  }

  /** Forgets the keys of removed files, without which no copy of them can be read. */
  async forget(files: string[]): Promise<void> {
    if (files.length === 0) return;
    await this.database.transaction((tx) => tx.write('DELETE FROM file_keys WHERE file IN (?)', [files]));
  }

  /** Those of some files that have a key here. */
  async known(files: string[]): Promise<Set<string>> {
    if (files.length === 0) return new Set();
    const rows = await this.database.rows(fileRow, 'SELECT file FROM file_keys WHERE file IN (?)', [files]);
    return new Set(rows.map(({ file }) => file));
  }

  /** Those of some files that are not encrypted for sure. */
  async unsealed(files: string[]): Promise<string[]> {
    if (files.length === 0) return [];
    const sql = 'SELECT file FROM file_keys WHERE sealed = 1 AND file IN (?)';
    const sealed = new Set((await this.database.rows(fileRow, sql, [files])).map(({ file }) => file));
    return files.filter((file) => !sealed.has(file));
  }

  /**
   * Wraps the keys of some files that an older bank's key wraps by the one in use; returns how many, 0 when none is left. The
   * files themselves stay as they are. A run that is killed is continued by the next.
   */
  rewrapSome(limit: number): Promise<number> {
    return this.database.transaction(async (tx) => {
      const rows = await tx.rows(oldKeyRow, oldKeys, [this.current, limit]);
      for (const { file, ...old } of rows) {
        const values = [this.current, this.wrap(file, this.unwrap(file, old)), file];
        await tx.write('UPDATE file_keys SET bank_key = ?, wrapped = ? WHERE file = ?', values);
      }
      return rows.length;
    });
  }

  private bankKey(id: string): Buffer {
    const key = this.bankKeys.get(id);
    if (!key) throw new Error(`the bank's key ${id} is not configured`);
    return key;
  }

  private wrap(file: string, key: Buffer): Buffer {
    return encrypt(this.bankKey(this.current), ownerOf(file), key);
  }

  private unwrap(file: string, { bankKey, wrapped }: { bankKey: string; wrapped: Buffer }): Buffer {
    return decrypt(this.bankKey(bankKey), ownerOf(file), wrapped);
  }
}

const ownerOf = (file: string) => `key of file ${file}`;

/** The id reveals nothing of the key. */
const idOf = (key: Buffer) => createHash('sha256').update('bank key').update(key).digest('hex').slice(0, 16);
