import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class GrowIncidents20261124140001 implements MigrationInterface {
  name = 'GrowIncidents20261124140001';

  /**
   * Incidents that people work on and everybody may read (the bank and the world, section 6). The same cause opens one while
   * none is open: `open_subject` is NULL once it is closed, and NULLs are not unique.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE incidents
        ADD COLUMN state ENUM('open', 'identified', 'watching', 'closed') NOT NULL DEFAULT 'open',
        ADD COLUMN components SET('site', 'sign_in', 'payments', 'instant', 'cards', 'texts') NOT NULL DEFAULT '',
        ADD COLUMN is_public TINYINT(1) NOT NULL DEFAULT 0,
        ADD COLUMN title_fr VARCHAR(120) NULL,
        ADD COLUMN title_en VARCHAR(120) NULL,
        ADD COLUMN owner_id INT UNSIGNED NULL,
        ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1,
        ADD COLUMN seen_at DATETIME(3) NULL,
        ADD COLUMN open_subject VARCHAR(120) GENERATED ALWAYS AS (IF(closed_at IS NULL, subject, NULL)) STORED,
        DROP KEY incidents_subject,
        ADD UNIQUE KEY incidents_open_once (kind, open_subject),
        ADD KEY incidents_severity (severity, id),
        ADD KEY incidents_public (is_public, closed_at, id),
        ADD CONSTRAINT incidents_owner FOREIGN KEY (owner_id) REFERENCES users (id)`);
    await runner.query(`UPDATE incidents SET state = 'closed' WHERE closed_at IS NOT NULL`);
    await runner.query(`
      ALTER TABLE incidents
        ADD CONSTRAINT incidents_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
        ADD CONSTRAINT incidents_titled CHECK (is_public = 0 OR (title_fr IS NOT NULL AND title_en IS NOT NULL))`);
    await runner.query(`
      CREATE TABLE incident_entries (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        incident_id BIGINT UNSIGNED NOT NULL,
        kind VARCHAR(20) ${ascii} NOT NULL,
        author_id INT UNSIGNED NULL,
        value VARCHAR(20) ${ascii} NOT NULL DEFAULT '',
        text VARCHAR(4000) NOT NULL DEFAULT '',
        text_fr VARCHAR(1000) NULL,
        text_en VARCHAR(1000) NULL,
        created_at DATETIME(3) NOT NULL,
        KEY incident_entries_of (incident_id, id),
        CONSTRAINT incident_entries_incident FOREIGN KEY (incident_id) REFERENCES incidents (id) ON DELETE CASCADE,
        CONSTRAINT incident_entries_author FOREIGN KEY (author_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE incident_entries');
    // One of each subject is kept, as the older key demands.
    await runner.query(
      'DELETE i FROM incidents i JOIN incidents newer ON newer.kind = i.kind AND newer.subject = i.subject AND newer.id > i.id',
    );
    await runner.query('ALTER TABLE incidents DROP FOREIGN KEY incidents_owner');
    await runner.query(
      'ALTER TABLE incidents DROP CONSTRAINT incidents_closed, DROP CONSTRAINT incidents_titled',
    );
    await runner.query(`
      ALTER TABLE incidents
        DROP KEY incidents_open_once, DROP KEY incidents_severity, DROP KEY incidents_public, DROP KEY incidents_owner,
        DROP COLUMN open_subject, DROP COLUMN seen_at, DROP COLUMN version,
        DROP COLUMN owner_id, DROP COLUMN title_en, DROP COLUMN title_fr, DROP COLUMN is_public,
        DROP COLUMN components, DROP COLUMN state,
        ADD UNIQUE KEY incidents_subject (kind, subject)`);
  }
}
