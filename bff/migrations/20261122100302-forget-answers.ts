import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ForgetAnswers20261122100302 implements MigrationInterface {
  name = 'ForgetAnswers20261122100302';

  /**
   * Deletes stored answers, which may contain secrets, and request hashes without a key. The idempotency keys stay, so
   * that a repeated payment is refused as a reused key instead of being made again.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE idempotency_keys SET request_hash = REPEAT(CHAR(0), 32), answer = NULL`);
  }

  /** Deleted answers cannot be restored. */
  async down(): Promise<void> {}
}
