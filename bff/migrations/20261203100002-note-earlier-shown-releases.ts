import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Of releases that were published again before `was_shown` was there, those that visitors had on trial, as the log has it: the
 * others that were shown have the moment from which they were live.
 */
export class NoteEarlierShownReleases20261203100002 implements MigrationInterface {
  name = 'NoteEarlierShownReleases20261203100002';

  async up(runner: QueryRunner): Promise<void> {
    // The subject, which is indexed, is cut to its length.
    await runner.query(`
      UPDATE releases r SET r.was_shown = 1
      WHERE r.status = 'uploaded' AND r.live_from IS NULL AND r.removed_at IS NULL AND EXISTS (
        SELECT 1 FROM audit_log l
        WHERE l.subject = CONVERT(LEFT(CONCAT('release:', r.remote, ' ', r.version), 80) USING utf8mb4) COLLATE utf8mb4_unicode_ci
          AND l.action = 'release.activated'
          AND JSON_VALUE(l.params, '$.release') = CONCAT(r.remote, ' ', r.version))`);
  }

  /** What was shown stays shown. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
