import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { bytes, flag, rowOf, text } from '../database/columns';
import { Database } from '../database/database';

const ivBytes = 12;
const tagBytes = 16;

const keyRow = rowOf({ bankKey: text, wrapped: bytes, sealed: flag });
const fileRow = rowOf({ file: text });

/** The key of one file. */
export interface FileKey {
  key: Buffer;
  /** Whether the stored file is encrypted for sure; one of before encryption may be either while it is converted. */
  isSealed: boolean;
}

/** The keys of stored files: one for each, encrypted by the bank's key, whose id stands beside it. */
@Injectable()
export class FileKeys {
  private readonly bankKey: { id: string; key: Buffer };

  constructor(
    private readonly database: Database,
    { encryptionKey }: Config,
  ) {
    const id = createHash('sha256').update('bank key').update(encryptionKey).digest('hex').slice(0, 16);
    this.bankKey = { id, key: encryptionKey };
  }

  /** Makes the key of a file, or returns the one that it has. @param isSealed false while an old file is converted */
  async make(file: string, isSealed: boolean): Promise<Buffer> {
    const key = randomBytes(32);
    const sql = 'INSERT IGNORE INTO file_keys (file, bank_key, wrapped, sealed) VALUES (?, ?, ?, ?)';
    const values = [file, this.bankKey.id, this.wrap(file, key), isSealed];
    const { affectedRows } = await this.database.transaction((tx) => tx.write(sql, values));
    return affectedRows > 0 ? key : ((await this.find(file))?.key ?? key);
  }

  /** Undefined for a file of before encryption. @throws Error when its bank's key is not configured. */
  async find(file: string): Promise<FileKey | undefined> {
    const sql = 'SELECT bank_key AS bankKey, wrapped, sealed FROM file_keys WHERE file = ?';
    const row = await this.database.row(keyRow, sql, [file]);
    if (!row) return undefined;
    if (row.bankKey !== this.bankKey.id) throw new Error(`the bank's key ${row.bankKey} is not configured`);
    return { key: this.unwrap(file, row.wrapped), isSealed: row.sealed };
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

  /** Those of some files that are not encrypted for sure. */
  async unsealed(files: string[]): Promise<string[]> {
    if (files.length === 0) return [];
    const sql = 'SELECT file FROM file_keys WHERE sealed = 1 AND file IN (?)';
    const sealed = new Set((await this.database.rows(fileRow, sql, [files])).map(({ file }) => file));
    return files.filter((file) => !sealed.has(file));
  }

  private wrap(file: string, key: Buffer): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.bankKey.key, iv, { authTagLength: tagBytes }).setAAD(
      Buffer.from(`key of file ${file}`),
    );
    const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  private unwrap(file: string, wrapped: Buffer): Buffer {
    const [iv, tag, sealed] = [
      wrapped.subarray(0, ivBytes),
      wrapped.subarray(ivBytes, ivBytes + tagBytes),
      wrapped.subarray(ivBytes + tagBytes),
    ];
    const decipher = createDecipheriv('aes-256-gcm', this.bankKey.key, iv, { authTagLength: tagBytes })
      .setAAD(Buffer.from(`key of file ${file}`))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  }
}
