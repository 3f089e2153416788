import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LetVisitorsTalk20261127110001 implements MigrationInterface {
  name = 'LetVisitorsTalk20261127110001';

  /**
   * Conversations of visitors, who hold a secret in place of an account: only its digest is stored, and it is good until
   * `visitor_until`, from which a visitor's rows are also erased. `awaits_address` is set where nobody answered and no address
   * is known yet. The partner whose page they came from is kept by id, and by its name of then.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conversations
        MODIFY user_id INT UNSIGNED NULL,
        ADD COLUMN visitor_digest BINARY(32) NULL,
        ADD COLUMN visitor_until DATETIME(3) NULL,
        ADD COLUMN visitor_name VARCHAR(80) NULL,
        ADD COLUMN visitor_email VARCHAR(254) NULL,
        ADD COLUMN consented_at DATETIME(3) NULL,
        ADD COLUMN awaits_address TINYINT(1) NOT NULL DEFAULT 0,
        ADD COLUMN partner_id INT UNSIGNED NULL,
        ADD COLUMN partner_name VARCHAR(120) NULL,
        ADD UNIQUE KEY conversations_visitor (visitor_digest),
        ADD KEY conversations_visitor_until (visitor_until),
        ADD CONSTRAINT conversations_somebody CHECK ((user_id IS NULL) <> (visitor_digest IS NULL)),
        ADD CONSTRAINT conversations_consent CHECK (consented_at IS NOT NULL OR (visitor_name IS NULL AND visitor_email IS NULL))`);
    await runner.query(`
      ALTER TABLE conversation_messages
        MODIFY author_id INT UNSIGNED NULL,
        ADD COLUMN visitor_until DATETIME(3) NULL,
        ADD KEY conversation_messages_visitor_until (visitor_until)`);
    await runner.query(`
      ALTER TABLE spent_frame_tokens MODIFY purpose ENUM('open', 'signup', 'talk') NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM spent_frame_tokens WHERE purpose = 'talk'`);
    await runner.query(`ALTER TABLE spent_frame_tokens MODIFY purpose ENUM('open', 'signup') NOT NULL`);
    await runner.query(`
      DELETE m FROM conversation_messages m JOIN conversations v ON v.id = m.conversation_id WHERE v.user_id IS NULL`);
    await runner.query('DELETE FROM conversations WHERE user_id IS NULL');
    await runner.query(`
      ALTER TABLE conversation_messages DROP COLUMN visitor_until, MODIFY author_id INT UNSIGNED NOT NULL`);
    await runner.query(`
      ALTER TABLE conversations
        DROP CONSTRAINT conversations_consent, DROP CONSTRAINT conversations_somebody, DROP KEY conversations_visitor,
        DROP COLUMN partner_name, DROP COLUMN partner_id, DROP COLUMN awaits_address, DROP COLUMN consented_at,
        DROP COLUMN visitor_email, DROP COLUMN visitor_name, DROP COLUMN visitor_until, DROP COLUMN visitor_digest,
        MODIFY user_id INT UNSIGNED NOT NULL`);
  }
}
