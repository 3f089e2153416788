import { options } from './table-options';

/** Releases of remotes and hosts, and the errors of remotes. */
export const releasesTables = [
  // `statement` is the exact signed text, not a JSON column, which could reorder it. `share` is the percentage of
  // visitors who get a canary; reports count from the last change of state. The unique generated columns allow a
  // remote one live release and one canary.
  `CREATE TABLE IF NOT EXISTS releases (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    remote VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    status ENUM('uploaded', 'canary', 'live', 'retired', 'rolled_back') NOT NULL DEFAULT 'uploaded',
    share TINYINT UNSIGNED NOT NULL DEFAULT 0,
    statement MEDIUMTEXT NOT NULL,
    signature VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    build MEDIUMTEXT NOT NULL,
    published_by VARCHAR(190) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    live_from DATETIME(3) NULL,
    live_until DATETIME(3) NULL,
    reason VARCHAR(500) NULL,
    removed_at DATETIME(3) NULL,
    live_remote VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin GENERATED ALWAYS
      AS (IF(status = 'live',remote,NULL)) VIRTUAL,
    canary_remote VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin GENERATED ALWAYS
      AS (IF(status = 'canary',remote,NULL)) VIRTUAL,
    UNIQUE KEY releases_version (remote, version),
    UNIQUE KEY releases_live (live_remote),
    UNIQUE KEY releases_canary (canary_remote),
    KEY releases_by_status (status, remote, live_until)
  ) ${options}`,
  // One row, which is incremented by every change of the released versions.
  `CREATE TABLE IF NOT EXISTS release_sequence (
    id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
    value BIGINT UNSIGNED NOT NULL
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS release_uploads (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    remote VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    team VARCHAR(190) NOT NULL,
    files MEDIUMTEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY release_uploads_version (remote, version),
    KEY release_uploads_by_age (created_at, id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS release_reports (
    release_id INT UNSIGNED NOT NULL,
    kind ENUM('shown', 'load', 'integrity', 'render', 'surface') NOT NULL,
    count INT UNSIGNED NOT NULL,
    first_at DATETIME(3) NOT NULL,
    last_at DATETIME(3) NOT NULL,
    PRIMARY KEY (release_id, kind),
    CONSTRAINT release_reports_of_release FOREIGN KEY (release_id) REFERENCES releases (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS release_visits (
    release_id INT UNSIGNED NOT NULL,
    group_id INT UNSIGNED NOT NULL,
    visitor BINARY(16) NOT NULL,
    seen_at DATETIME(3) NOT NULL,
    PRIMARY KEY (release_id, group_id, visitor),
    KEY release_visits_group (group_id),
    KEY release_visits_age (seen_at)
  ) ${options}`,
  // A sample of the visitors of a release: of a group of errors, and in group 0 of all.
  `CREATE TABLE IF NOT EXISTS release_visitors (
    release_id INT UNSIGNED NOT NULL,
    visitor BINARY(16) NOT NULL,
    kind ENUM('shown', 'load', 'integrity', 'render', 'surface') NOT NULL,
    network BINARY(16) NOT NULL,
    PRIMARY KEY (release_id, visitor, kind),
    KEY release_visitors_by_network (release_id, network),
    CONSTRAINT release_visitors_of_release FOREIGN KEY (release_id) REFERENCES releases (id)
  ) ${options}`,
  // Deploy tokens expire, are limited to named sites, and end with the permission to publish of who created them.
  `CREATE TABLE IF NOT EXISTS deploy_tokens (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    team VARCHAR(60) NOT NULL,
    remotes TEXT NOT NULL,
    hosts VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '["shell"]',
    token_hash BINARY(32) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    revoked_at DATETIME(3) NULL,
    created_by BIGINT UNSIGNED NULL,
    UNIQUE KEY deploy_tokens_hash (token_hash),
    KEY deploy_tokens_by_team (team, id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS preview_codes (
    code_hash BINARY(32) NOT NULL PRIMARY KEY,
    expires_at DATETIME(3) NOT NULL,
    KEY preview_codes_by_age (expires_at)
  ) ${options}`,
  // The errors that browsers report of remotes' releases.
  `CREATE TABLE IF NOT EXISTS error_groups (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    remote VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    fingerprint BINARY(16) NOT NULL,
    kind ENUM('render', 'uncaught') NOT NULL,
    name VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    message VARCHAR(300) NOT NULL,
    place VARCHAR(300) NULL,
    first_at DATETIME(3) NOT NULL,
    last_at DATETIME(3) NOT NULL,
    resolved_at DATETIME(3) NULL,
    resolved_by VARCHAR(254) NULL,
    UNIQUE KEY error_groups_fingerprint (remote, fingerprint),
    KEY error_groups_last (last_at)
  ) ${options}`,
  // A group's different stacks by release.
  `CREATE TABLE IF NOT EXISTS error_stacks (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    release_id INT UNSIGNED NOT NULL,
    digest BINARY(16) NOT NULL,
    group_id INT UNSIGNED NOT NULL,
    frames VARCHAR(8000) NOT NULL,
    count INT UNSIGNED NOT NULL,
    first_at DATETIME(3) NOT NULL,
    last_at DATETIME(3) NOT NULL,
    UNIQUE KEY error_stacks_digest (release_id, digest),
    KEY error_stacks_group (group_id, release_id),
    KEY error_stacks_last (last_at),
    CONSTRAINT error_stacks_of_group FOREIGN KEY (group_id) REFERENCES error_groups (id) ON DELETE CASCADE
  ) ${options}`,
];
