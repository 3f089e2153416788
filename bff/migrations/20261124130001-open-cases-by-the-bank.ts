import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = `'customer', 'payment', 'card', 'card_purchase', 'transaction', 'document'`;
const linksOf = (types: string) => `ALTER TABLE case_links MODIFY type ENUM(${types}) NOT NULL`;

export class OpenCasesByTheBank20261124130001 implements MigrationInterface {
  name = 'OpenCasesByTheBank20261124130001';

  /**
   * Cases that the bank opens itself, each once for its cause; what a case is linked to is also looked up by its target.
   * The topics of a kind are the program's affair, as before.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cases ADD cause VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER topic,
        ADD UNIQUE KEY cases_cause (cause)`);
    await runner.query(
      `${linksOf(`${before}, 'submission', 'account', 'beneficiary'`)}, ADD KEY case_links_target (type, target_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM case_links WHERE type IN ('submission', 'account', 'beneficiary')`);
    await runner.query(`${linksOf(before)}, DROP KEY case_links_target`);
    await runner.query('ALTER TABLE cases DROP KEY cases_cause, DROP cause');
  }
}
