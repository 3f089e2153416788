import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { VerifyPhoneRequest } from '@bank/contracts/settings';
import { languages } from '@bank/contracts/language';
import { kycStatuses } from '@bank/contracts/users';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { bytes, flag, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { isTelephoneNumber, TextMessages } from '../../ports/text-messages/text-messages';
import { keyedDigest, keyedDigests } from '../../platform/security/secrets';
import { voided } from '../auth/voided-link';
import { codeMessage } from './code-message';

const codeMinutes = 10;
const triesPerCode = 5;
const codesPerHour = 5;
const minute = 60_000;

const person = `
  SELECT phone_key AS phone, phone_verified_at IS NOT NULL AS verified, language, kyc_status AS status FROM users
  WHERE id = ? FOR UPDATE`;
const personRow = rowOf({
  phone: text.nullable(),
  verified: flag,
  language: z.enum(languages),
  status: z.enum(kycStatuses),
});
/** Also to the number of another account, so that no telephone is flooded by opening accounts. */
const sentSince = `
  SELECT (SELECT COUNT(*) FROM phone_codes WHERE user_id = ? AND created_at > ?)
    + (SELECT COUNT(*) FROM phone_codes WHERE phone = ? AND user_id <> ? AND created_at > ?)`;
const insert = `
  INSERT INTO phone_codes (user_id, phone, code_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`;
const newest = `
  SELECT id, code_hash AS hash, tries FROM phone_codes WHERE user_id = ? AND phone = ? AND expires_at > ?
  ORDER BY id DESC LIMIT 1`;
const codeRow = rowOf({ id: whole, hash: bytes, tries: whole });

/** Proves that a telephone number is a person's, by a code that is sent to it. */
@Injectable()
export class PhoneVerificationService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly textMessages: TextMessages,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Sends the caller a code, in place of an earlier one; nothing when the number is verified. A repeated call sends no second
   * one, unless the first came to nothing.
   * @throws ApiException NOT_CONFIGURED; INVALID_FIELDS without a number that messages reach; TOO_MANY_REQUESTS;
   * UNAVAILABLE when the message was not accepted; IDEMPOTENCY_KEY_REUSED.
   */
  async send({ actor, idempotency }: RequestContext): Promise<void> {
    if (!this.textMessages.isConfigured) throw new ApiException('NOT_CONFIGURED');
    await this.idempotency.onceAndAfter(
      idempotency,
      (tx) => this.begin(tx, actor.userId),
      async (message) => {
        if (!message) return;
        await this.textMessages.send(message.to, message.text).catch(() => {
          throw new ApiException('UNAVAILABLE', { retryAfterSeconds: 30 });
        });
      },
    );
  }

  /** Verifies the caller's number by its code. @throws ApiException NOT_CONFIGURED, PHONE_CODE_INVALID. */
  async verify(context: RequestContext, { code }: VerifyPhoneRequest): Promise<void> {
    if (!this.textMessages.isConfigured) throw new ApiException('NOT_CONFIGURED');
    // A wrong try is committed too.
    const isRight = await this.database.transaction((tx) => this.tryCode(tx, context, code));
    if (!isRight) throw new ApiException('PHONE_CODE_INVALID', { fields: { code: 'PHONE_CODE_INVALID' } });
  }

  private async begin(tx: Transaction, userId: number): Promise<{ to: string; text: string } | undefined> {
    const { phone, verified, language } = await tx.found(personRow, person, [userId]);
    if (verified) return undefined;
    if (phone === null || !isTelephoneNumber(phone)) {
      throw new ApiException('INVALID_FIELDS', { fields: { phone: 'PHONE' } });
    }
    const now = this.clock.now();
    const anHourAgo = new Date(now.getTime() - 60 * minute);
    const sent = await tx.count(sentSince, [userId, anHourAgo, phone, userId, anHourAgo]);
    if (sent >= codesPerHour) throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 3_600 });
    const code = this.random.digits(6);
    const expiresAt = new Date(now.getTime() + codeMinutes * minute);
    await tx.write(insert, [
      userId,
      phone,
      keyedDigest(this.config.encryptionKey, stored(userId, phone, code)),
      now,
      expiresAt,
    ]);
    return { to: phone, text: codeMessage(language, code, codeMinutes) };
  }

  /** The lock of the person serializes tries: twenty at once are five. */
  private async tryCode(tx: Transaction, context: RequestContext, typed: string): Promise<boolean> {
    const { userId } = context.actor;
    const { phone, verified, status } = await tx.found(personRow, person, [userId]);
    if (verified) return true;
    const now = this.clock.now();
    const code = phone === null ? undefined : await tx.row(codeRow, newest, [userId, phone, now]);
    if (phone === null || !code || code.tries >= triesPerCode) return false;
    const digests = keyedDigests(this.config.encryptionKeys, stored(userId, phone, typed));
    if (!digests.some((digest) => timingSafeEqual(code.hash, digest))) {
      await tx.write('UPDATE phone_codes SET tries = tries + 1 WHERE id = ?', [code.id]);
      return false;
    }
    await tx.write(`UPDATE phone_codes SET ${voided} WHERE user_id = ?`, [userId]);
    await tx.write('UPDATE users SET phone_verified_at = ? WHERE id = ?', [now, userId]);
    await this.audit.record(tx, { action: 'phone.verified', type: 'info', ...authorOf(context) });
    // Open pages read the person again.
    this.events.emit(tx, userId, 'kyc', { status });
    return true;
  }
}

/** The text whose digest is stored for a code. */
const stored = (userId: number, phone: string, code: string) => `telephone ${userId} ${phone} ${code}`;
