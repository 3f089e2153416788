import { options } from './table-options';

/** What every part uses: the audit log, idempotency keys, counters of calls, live events, jobs, servers. */
export const platformTables = [
  // A line stores the name of a text and its values as JSON; old lines without a text keep their French sentence.
  // `subject` is what it is about, such as `PAY-1A2B` or `kyc:12`: the family of its action and its id.
  `CREATE TABLE IF NOT EXISTS audit_log (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    created_at DATETIME(3) NOT NULL,
    user_id INT UNSIGNED NULL,
    email VARCHAR(254) NULL,
    action VARCHAR(80) NOT NULL,
    type ENUM('info', 'warning', 'error') NOT NULL,
    message VARCHAR(500) NOT NULL DEFAULT '',
    text VARCHAR(60) NULL,
    params VARCHAR(2000) NULL,
    request_id VARCHAR(64) NULL,
    subject VARCHAR(80) GENERATED ALWAYS
      AS (LEFT(COALESCE(CONCAT('card:',JSON_VALUE(params,'$.card')),JSON_VALUE(params,'$.reference'),CONCAT('release:',JSON_VALUE(params,'$.release')),CONCAT(substring_index(action,'.',1),':',JSON_VALUE(params,'$.id'))),80)) VIRTUAL,
    person VARCHAR(30) GENERATED ALWAYS AS (LEFT(CONCAT('user:',COALESCE(JSON_VALUE(params,'$.user'),CASE
      WHEN action IN ('card.blocked_by_bank', 'card.unblocked_by_bank')
      THEN JSON_VALUE(params,'$.id') END)),30)) VIRTUAL,
    KEY audit_log_time (created_at, id),
    KEY audit_log_action (action, type, created_at),
    KEY audit_log_user (user_id, action, type, created_at),
    KEY audit_log_subject (subject, created_at),
    KEY audit_log_person (person, created_at)
  ) ${options}`,
  // The hash chain: one seal for each log line, in the order of sealing.
  `CREATE TABLE IF NOT EXISTS audit_seals (
    position BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    log_id BIGINT UNSIGNED NOT NULL,
    hash BINARY(32) NOT NULL,
    UNIQUE KEY audit_seals_log (log_id)
  ) ${options}`,
  // The transaction that inserts a row also stores its `answer`, before it commits.
  `CREATE TABLE IF NOT EXISTS idempotency_keys (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    client VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    idempotency_key VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    request_hash BINARY(32) NOT NULL,
    status SMALLINT UNSIGNED NULL,
    answer MEDIUMTEXT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY idempotency_keys_client (client, idempotency_key),
    KEY idempotency_keys_time (created_at)
  ) ${options}`,
  // The number of calls of an address (IPv6: its /64 network) in the current window.
  `CREATE TABLE IF NOT EXISTS address_counts (
    limit_name VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    address VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    taken INT UNSIGNED NOT NULL,
    window_ends_at DATETIME(3) NOT NULL,
    PRIMARY KEY (limit_name, address),
    KEY address_counts_end (window_ends_at)
  ) ${options}`,
  // What each server counted of callers near their limits in the current minute; a caller is a keyed digest.
  `CREATE TABLE IF NOT EXISTS call_counts (
    caller BINARY(16) NOT NULL,
    server BINARY(16) NOT NULL,
    window_ends_at DATETIME(3) NOT NULL,
    hits INT UNSIGNED NOT NULL,
    PRIMARY KEY (caller, server),
    KEY call_counts_end (window_ends_at)
  ) ${options}`,
  // The live events of open pages, kept for minutes. A row without a user is for the administrators; one row may
  // hold the events of many users, who are then those of user 0.
  `CREATE TABLE IF NOT EXISTS events (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NULL,
    type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    data MEDIUMTEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY events_age (created_at)
  ) ${options}`,
  // Only runs that did something or failed.
  `CREATE TABLE IF NOT EXISTS job_runs (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    job VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    started_at DATETIME(3) NOT NULL,
    finished_at DATETIME(3) NOT NULL,
    done INT UNSIGNED NOT NULL,
    failed BOOLEAN NOT NULL DEFAULT 0,
    KEY job_runs_job (job, id),
    KEY job_runs_time (finished_at)
  ) ${options}`,
  // Where a job that works in slices stopped, stored in the transaction of its last slice.
  `CREATE TABLE IF NOT EXISTS job_progress (
    job VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    state VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL
  ) ${options}`,
  // The servers that run on this database: fingerprints of where each keeps its files and of the keys it knows, and
  // when it was last there.
  `CREATE TABLE IF NOT EXISTS servers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    documents_store CHAR(64) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
    releases_store CHAR(64) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
    known_keys TEXT NOT NULL,
    seen_at DATETIME(3) NOT NULL
  ) ${options}`,
  // What each server measured of itself in each minute.
  `CREATE TABLE IF NOT EXISTS server_measurements (
    minute DATETIME NOT NULL,
    server VARCHAR(120) NOT NULL,
    calls INT UNSIGNED NOT NULL,
    failed INT UNSIGNED NOT NULL,
    median_ms DOUBLE NULL,
    p99_ms DOUBLE NULL,
    statement_p99_ms DOUBLE NULL,
    pool_wait_p99_ms DOUBLE NULL,
    cpu DOUBLE NOT NULL,
    memory_bytes BIGINT UNSIGNED NOT NULL,
    streams INT UNSIGNED NOT NULL,
    messages_waiting INT UNSIGNED NOT NULL,
    PRIMARY KEY (minute, server)
  ) ${options}`,
  // The key of each stored file, encrypted by the bank's key of that id.
  `CREATE TABLE IF NOT EXISTS file_keys (
    file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    bank_key CHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    wrapped VARBINARY(60) NOT NULL,
    sealed BOOLEAN NOT NULL,
    KEY file_keys_bank_key (bank_key, file)
  ) ${options}`,
];
