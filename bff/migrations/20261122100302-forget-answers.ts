import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ForgetAnswers20261122100302 implements MigrationInterface {
  name = 'ForgetAnswers20261122100302';

  /**
   * Calls were kept with answers that may hold secrets, and known by a digest without a key. The keys themselves stay, so
   * that no payment is made again by one that comes once more: it is refused as one that was used for another call.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE idempotency_keys SET request_hash = REPEAT(CHAR(0), 32), answer = NULL`);
  }

  /** What was forgotten stays so. */
  async down(): Promise<void> {}
}
