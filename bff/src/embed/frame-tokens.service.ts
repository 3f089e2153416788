import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Widget } from '@bank/contracts/partners';
import { keyedDigest } from '../auth/secrets';
import { Clock } from '../common/clock';
import { isDuplicateOf } from '../common/database-error';
import { Failure } from '../common/failure';
import { Config } from '../config';

/** How long a frame's document may be open until it counts or sends: a frame whose token is too old reads itself anew. */
const tokenMinutes = 30;

const idBytes = 16;
const expiryBytes = 6;

export type FrameCall = 'open' | 'signup';

/** One load of a frame, as its token proves it. */
export interface FrameLoad {
  id: Buffer;
  expiresAt: Date;
}

/**
 * The tokens that stand in the documents of frames. Anybody can read a document of the bank, but only one call of each
 * kind comes of each: a program that counts or signs up has to load as many frames, by address, as it makes calls.
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
    return Buffer.concat([load, this.signature(load, widget, key)]).toString('base64url');
  }

  /** The load that a token proves. @throws Failure FRAME_TOKEN_INVALID for another widget or key, or when it is too old. */
  verify(token: string, widget: Widget, key: string): FrameLoad {
    const bytes = Buffer.from(token, 'base64url');
    const load = bytes.subarray(0, idBytes + expiryBytes);
    const expected = this.signature(load, widget, key);
    const given = bytes.subarray(idBytes + expiryBytes);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    const expiresAt = isOurs ? load.readUIntBE(idBytes, expiryBytes) : 0;
    if (expiresAt <= this.clock.now().getTime()) throw new Failure('FRAME_TOKEN_INVALID');
    return { id: load.subarray(0, idBytes), expiresAt: new Date(expiresAt) };
  }

  /** Spends a load for one kind of call, as part of the caller's transaction. @throws Failure FRAME_TOKEN_INVALID when it was. */
  async spend(runner: QueryRunner, { id, expiresAt }: FrameLoad, call: FrameCall): Promise<void> {
    try {
      await runner.query('INSERT INTO spent_frame_tokens (token_id, purpose, expires_at) VALUES (?, ?, ?)', [
        id,
        call,
        expiresAt,
      ]);
    } catch (error) {
      throw isDuplicateOf(error, 'PRIMARY') ? new Failure('FRAME_TOKEN_INVALID') : error;
    }
  }

  private signature(load: Buffer, widget: Widget, key: string): Buffer {
    return keyedDigest(this.config.encryptionKey, `frame ${widget} ${key} ${load.toString('base64url')}`);
  }
}
