import { options } from './table-options';

/** The rules of risk. */
export const rulesTables = [
  // Rules as data, what they scored, and their counters (the bank and the world, section 6).
  `CREATE TABLE IF NOT EXISTS rules (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    created_at DATETIME(3) NOT NULL
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS rule_versions (
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
    KEY rule_versions_author (changed_by),
    CONSTRAINT rule_versions_author FOREIGN KEY (changed_by) REFERENCES users (id),
    CONSTRAINT rule_versions_rule FOREIGN KEY (rule_id) REFERENCES rules (id),
    CONSTRAINT rule_versions_dated CHECK ((state = 'draft') = (publication IS NULL))
  ) ${options}`,
  // One row for every ten minutes in which something of a series was counted.
  `CREATE TABLE IF NOT EXISTS rule_counts (
    series VARCHAR(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    bucket INT UNSIGNED NOT NULL,
    count INT UNSIGNED NOT NULL,
    sum BIGINT NOT NULL,
    at DATETIME(3) NOT NULL,
    PRIMARY KEY (series, bucket),
    KEY rule_counts_at (at)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS rule_events (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    at DATETIME(3) NOT NULL,
    kind ENUM('sign_in', 'transfer', 'payment', 'card', 'payee', 'contact', 'identity') NOT NULL,
    user_id INT UNSIGNED NOT NULL,
    facts VARCHAR(600) NOT NULL,
    event_keys VARCHAR(400) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    action ENUM('allow', 'challenge', 'hold', 'block') NOT NULL,
    weight SMALLINT UNSIGNED NOT NULL,
    counted BOOLEAN NOT NULL,
    outcome ENUM('unknown', 'honest', 'fraud') NOT NULL DEFAULT 'unknown',
    case_id BIGINT UNSIGNED NULL,
    likeness BINARY(16) NULL,
    passed_at DATETIME(3) NULL,
    KEY rule_events_at (at, id),
    KEY rule_events_of_user (user_id, id),
    KEY rule_events_alike (likeness, id),
    KEY rule_events_case (case_id),
    CONSTRAINT rule_events_of_case FOREIGN KEY (case_id) REFERENCES cases (id),
    CONSTRAINT rule_events_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS rule_hits (
    rule_id INT UNSIGNED NOT NULL,
    at DATETIME(3) NOT NULL,
    event_id BIGINT UNSIGNED NOT NULL,
    version INT UNSIGNED NOT NULL,
    PRIMARY KEY (rule_id, at, event_id),
    KEY rule_hits_at (at),
    KEY rule_hits_event (event_id),
    CONSTRAINT rule_hits_rule FOREIGN KEY (rule_id) REFERENCES rules (id)
  ) ${options}`,
  // A series of a counter has one mark, which is its lock as well.
  `CREATE TABLE IF NOT EXISTS rule_marks (
    series VARCHAR(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    first_at DATETIME(3) NULL,
    last_at DATETIME(3) NULL,
    value VARCHAR(20) NULL,
    elsewhere_at DATETIME(3) NULL,
    KEY rule_marks_last (last_at)
  ) ${options}`,
  // `beside` holds the other rules that a replay was judged beside, as JSON, with the versions that were published
  // when it ran.
  `CREATE TABLE IF NOT EXISTS rule_replays (
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
    beside TEXT NULL,
    KEY rule_replays_of (rule_id, id),
    KEY rule_replays_due (state, id),
    KEY rule_replays_created (created_at),
    KEY rule_replays_asked (requested_by),
    CONSTRAINT rule_replays_asked FOREIGN KEY (requested_by) REFERENCES users (id),
    CONSTRAINT rule_replays_rule FOREIGN KEY (rule_id) REFERENCES rules (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS rule_replay_differences (
    replay_id INT UNSIGNED NOT NULL,
    event_id BIGINT UNSIGNED NOT NULL,
    was ENUM('allow', 'challenge', 'hold', 'block') NOT NULL,
    would_be ENUM('allow', 'challenge', 'hold', 'block') NOT NULL,
    PRIMARY KEY (replay_id, event_id),
    CONSTRAINT rule_replay_differences_of FOREIGN KEY (replay_id) REFERENCES rule_replays (id) ON DELETE CASCADE
  ) ${options}`,
];
