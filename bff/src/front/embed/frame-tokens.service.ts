import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Widget } from '@bank/contracts/partners';
import { keyedDigest } from '../../platform/security/secrets';
import { Clock } from '../../platform/time/clock.service';
import { isDuplicateOf } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import { Config } from '../../platform/config/config';
import type { Transaction } from '../../platform/database/database';

/** How long after its load a frame may call; a frame with an expired token reloads itself. */
const tokenMinutes = 30;

const idBytes = 16;
const expiryBytes = 6;

export type FrameCall = 'open' | 'signup' | 'talk';

export interface FrameLoad {
  id: Buffer;
  expiresAt: Date;
}

/**
 * The tokens in the documents of frames. Each allows one call of each kind, so that a program has to load a frame, within
 * the limits of its address, for every call.
 */
@Injectable()
export class FrameTokens {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** A token for one load of a widget's frame, for the pages of one key. */
  issue(widget: Widget, key: string): string {
    const load = Buffer.alloc(idBytes + expiryBytes);
    randomBytes(idBytes).copy(load);
    load.writeUIntBE(this.clock.now().getTime() + tokenMinutes * 60_000, idBytes, expiryBytes);
    return Buffer.concat([load, signatureOf(this.config.encryptionKey, load, widget, key)]).toString(
      'base64url',
    );
  }

  /** The load that a token proves. @throws ApiException FRAME_TOKEN_INVALID for another widget or key, or when expired. */
  verify(token: string, widget: Widget, key: string): FrameLoad {
    const bytes = Buffer.from(token, 'base64url');
    const load = bytes.subarray(0, idBytes + expiryBytes);
    const given = bytes.subarray(idBytes + expiryBytes);
    const isOurs = this.config.encryptionKeys.some((bank) => {
      const expected = signatureOf(bank.key, load, widget, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    const expiresAt = isOurs ? load.readUIntBE(idBytes, expiryBytes) : 0;
    if (expiresAt <= this.clock.now().getTime()) throw new ApiException('FRAME_TOKEN_INVALID');
    return { id: load.subarray(0, idBytes), expiresAt: new Date(expiresAt) };
  }

  /** Spends a load for one kind of call in the caller's transaction. @throws ApiException FRAME_TOKEN_INVALID when already spent. */
  async spend(tx: Transaction, { id, expiresAt }: FrameLoad, call: FrameCall): Promise<void> {
    try {
      const insert = 'INSERT INTO spent_frame_tokens (token_id, purpose, expires_at) VALUES (?, ?, ?)';
      await tx.write(insert, [id, call, expiresAt]);
    } catch (error) {
      throw isDuplicateOf(error, 'PRIMARY') ? new ApiException('FRAME_TOKEN_INVALID') : error;
    }
  }
}

const signatureOf = (bankKey: Buffer, load: Buffer, widget: Widget, key: string): Buffer =>
  keyedDigest(bankKey, `frame ${widget} ${key} ${load.toString('base64url')}`);
