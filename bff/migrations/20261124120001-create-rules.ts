import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreateRules20261124120001 implements MigrationInterface {
  name = 'CreateRules20261124120001';

  /**
   * Rules as data, what they scored, and their counters (the bank and the world, section 6). A series of a counter has one
   * mark, which is its lock as well, and one row for every ten minutes in which something was counted.
   */
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [rules, versions, events, hits, marks, counts, replays, differences])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['rule_replay_differences', 'rule_replays', 'rule_counts', 'rule_marks', 'rule_hits'];
    for (const name of [...tables, 'rule_events', 'rule_versions', 'rules'])
      await runner.query(`DROP TABLE ${name}`);
  }
}

const rules = `
  CREATE TABLE rules (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    created_at DATETIME(3) NOT NULL
  ) ${table}`;

/** \`publication\` grows with each publication of any rule: servers see by the highest one whether theirs are still in force. */
const versions = `
  CREATE TABLE rule_versions (
    rule_id INT UNSIGNED NOT NULL,
    version INT UNSIGNED NOT NULL,
    state ENUM('draft', 'published', 'replaced') NOT NULL DEFAULT 'draft',
    definition TEXT NOT NULL,
    changed_by INT UNSIGNED NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    approval_id INT UNSIGNED NULL,
    published_at DATETIME(3) NULL,
    publication BIGINT UNSIGNED NULL,
    PRIMARY KEY (rule_id, version),
    UNIQUE KEY rule_versions_publication (publication),
    KEY rule_versions_state (state, rule_id),
    CONSTRAINT rule_versions_rule FOREIGN KEY (rule_id) REFERENCES rules (id),
    CONSTRAINT rule_versions_author FOREIGN KEY (changed_by) REFERENCES users (id),
    CONSTRAINT rule_versions_dated CHECK ((state = 'draft') = (publication IS NULL))
  ) ${table}`;

/** \`likeness\` is the same for the same thing tried again: what was held goes through once a person let it. */
const events = `
  CREATE TABLE rule_events (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    at DATETIME(3) NOT NULL,
    kind ENUM('sign_in', 'transfer', 'payment', 'card', 'payee', 'contact', 'identity') NOT NULL,
    user_id INT UNSIGNED NOT NULL,
    facts VARCHAR(600) NOT NULL,
    event_keys VARCHAR(400) ${ascii} NOT NULL,
    action ENUM('allow', 'challenge', 'hold', 'block') NOT NULL,
    weight SMALLINT UNSIGNED NOT NULL,
    counted TINYINT(1) NOT NULL,
    outcome ENUM('unknown', 'honest', 'fraud') NOT NULL DEFAULT 'unknown',
    case_id BIGINT UNSIGNED NULL,
    likeness BINARY(16) NULL,
    passed_at DATETIME(3) NULL,
    KEY rule_events_at (at, id),
    KEY rule_events_of_user (user_id, id),
    KEY rule_events_alike (likeness, id),
    KEY rule_events_case (case_id),
    CONSTRAINT rule_events_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT rule_events_of_case FOREIGN KEY (case_id) REFERENCES cases (id)
  ) ${table}`;

const hits = `
  CREATE TABLE rule_hits (
    rule_id INT UNSIGNED NOT NULL,
    at DATETIME(3) NOT NULL,
    event_id BIGINT UNSIGNED NOT NULL,
    version INT UNSIGNED NOT NULL,
    PRIMARY KEY (rule_id, at, event_id),
    KEY rule_hits_at (at),
    KEY rule_hits_event (event_id),
    CONSTRAINT rule_hits_rule FOREIGN KEY (rule_id) REFERENCES rules (id)
  ) ${table}`;

const marks = `
  CREATE TABLE rule_marks (
    series VARCHAR(96) ${ascii} NOT NULL PRIMARY KEY,
    first_at DATETIME(3) NULL,
    last_at DATETIME(3) NULL,
    value VARCHAR(20) NULL,
    elsewhere_at DATETIME(3) NULL,
    KEY rule_marks_last (last_at)
  ) ${table}`;

const counts = `
  CREATE TABLE rule_counts (
    series VARCHAR(96) ${ascii} NOT NULL,
    bucket INT UNSIGNED NOT NULL,
    count INT UNSIGNED NOT NULL,
    sum BIGINT NOT NULL,
    at DATETIME(3) NOT NULL,
    PRIMARY KEY (series, bucket),
    KEY rule_counts_at (at)
  ) ${table}`;

const replays = `
  CREATE TABLE rule_replays (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    rule_id INT UNSIGNED NOT NULL,
    version INT UNSIGNED NOT NULL,
    definition TEXT NOT NULL,
    days SMALLINT UNSIGNED NOT NULL,
    state ENUM('waiting', 'running', 'done', 'failed') NOT NULL DEFAULT 'waiting',
    requested_by INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    taken_at DATETIME(3) NULL,
    finished_at DATETIME(3) NULL,
    figures VARCHAR(600) NULL,
    KEY rule_replays_of (rule_id, id),
    KEY rule_replays_due (state, id),
    KEY rule_replays_created (created_at),
    CONSTRAINT rule_replays_rule FOREIGN KEY (rule_id) REFERENCES rules (id),
    CONSTRAINT rule_replays_asked FOREIGN KEY (requested_by) REFERENCES users (id)
  ) ${table}`;

const differences = `
  CREATE TABLE rule_replay_differences (
    replay_id INT UNSIGNED NOT NULL,
    event_id BIGINT UNSIGNED NOT NULL,
    was ENUM('allow', 'challenge', 'hold', 'block') NOT NULL,
    would_be ENUM('allow', 'challenge', 'hold', 'block') NOT NULL,
    PRIMARY KEY (replay_id, event_id),
    CONSTRAINT rule_replay_differences_of FOREIGN KEY (replay_id) REFERENCES rule_replays (id) ON DELETE CASCADE
  ) ${table}`;
