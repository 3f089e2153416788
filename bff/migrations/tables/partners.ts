import { options } from './table-options';

/** Partner sites, the applications from their pages, and their servers. */
export const partnersTables = [
  // `theme` holds JSON.
  `CREATE TABLE IF NOT EXISTS partners (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name VARCHAR(120) NOT NULL,
    status ENUM('active', 'inactive') NOT NULL DEFAULT 'active',
    theme TEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY partners_by_name (name, id)
  ) ${options}`,
  // Applications from partner pages; the account is opened once the password is chosen. The code of an application
  // brings its browser to the bank's site, where the browser's own secret replaces it.
  `CREATE TABLE IF NOT EXISTS pending_signups (
    id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    partner_id INT UNSIGNED NOT NULL,
    email VARCHAR(254) NOT NULL,
    first_name VARCHAR(80) NOT NULL,
    last_name VARCHAR(80) NOT NULL,
    phone VARCHAR(30) NULL,
    code_hash BINARY(32) NULL,
    code_expires_at DATETIME(3) NULL,
    browser_hash BINARY(32) NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    reference VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
    UNIQUE KEY pending_signups_code (code_hash),
    UNIQUE KEY pending_signups_browser (browser_hash),
    KEY pending_signups_expiry (expires_at),
    KEY pending_signups_of_partner (partner_id),
    CONSTRAINT pending_signups_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS partner_applications (
    id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    partner_id INT UNSIGNED NOT NULL,
    user_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    reference VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
    status ENUM('completed', 'approved', 'rejected') NOT NULL DEFAULT 'completed',
    completed_at DATETIME(3) NULL,
    decided_at DATETIME(3) NULL,
    UNIQUE KEY partner_applications_user (user_id),
    KEY partner_applications_partner (partner_id, created_at),
    KEY partner_applications_reference (partner_id, reference, created_at),
    CONSTRAINT partner_applications_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id),
    CONSTRAINT partner_applications_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // Days are Paris days; `signups` counts completed sign-ups.
  `CREATE TABLE IF NOT EXISTS partner_days (
    partner_id INT UNSIGNED NOT NULL,
    day DATE NOT NULL,
    widget ENUM('chat', 'signup', 'exchange', 'pay', 'application-status') NOT NULL,
    opens INT UNSIGNED NOT NULL DEFAULT 0,
    signups INT UNSIGNED NOT NULL DEFAULT 0,
    PRIMARY KEY (partner_id, day, widget),
    CONSTRAINT partner_days_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS partner_keys (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    partner_id INT UNSIGNED NOT NULL,
    publishable_key VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    revoked_at DATETIME(3) NULL,
    UNIQUE KEY partner_keys_key (publishable_key),
    KEY partner_keys_partner (partner_id, id),
    CONSTRAINT partner_keys_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS partner_origins (
    partner_id INT UNSIGNED NOT NULL,
    origin VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (partner_id, origin),
    CONSTRAINT partner_origins_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
  ) ${options}`,
  // The keys of partners' servers.
  `CREATE TABLE IF NOT EXISTS partner_secret_keys (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    partner_id INT UNSIGNED NOT NULL,
    mode ENUM('live', 'test') NOT NULL,
    digest BINARY(32) NOT NULL,
    hint VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    last_used_at DATETIME(3) NULL,
    revoked_at DATETIME(3) NULL,
    name VARCHAR(60) NOT NULL DEFAULT '',
    scopes VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'applications:read',
    calls_per_minute SMALLINT UNSIGNED NOT NULL DEFAULT 120,
    expires_at DATETIME(3) NULL,
    replaced_by INT UNSIGNED NULL,
    UNIQUE KEY partner_secret_keys_digest (digest),
    KEY partner_secret_keys_partner (partner_id, id),
    CONSTRAINT partner_secret_keys_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
  ) ${options}`,
  // Where each partner's events go.
  `CREATE TABLE IF NOT EXISTS partner_webhooks (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    partner_id INT UNSIGNED NOT NULL,
    mode ENUM('live', 'test') NOT NULL,
    url VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL,
    secret VARBINARY(200) NOT NULL,
    secret_set_at DATETIME(3) NOT NULL,
    old_secret VARBINARY(200) NULL,
    old_secret_until DATETIME(3) NULL,
    UNIQUE KEY partner_webhooks_mode (partner_id, mode),
    CONSTRAINT partner_webhooks_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
  ) ${options}`,
  // The partners' events, which are the queue and the log.
  `CREATE TABLE IF NOT EXISTS webhook_messages (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    webhook_id INT UNSIGNED NOT NULL,
    message_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    type VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    body VARCHAR(1000) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    tries INT UNSIGNED NOT NULL DEFAULT 0,
    last_try_at DATETIME(3) NULL,
    next_try_at DATETIME(3) NULL,
    retry_until DATETIME(3) NOT NULL,
    answer_status SMALLINT UNSIGNED NULL,
    failure ENUM('status', 'timeout', 'unreachable', 'address') NULL,
    delivered_at DATETIME(3) NULL,
    UNIQUE KEY webhook_messages_id (message_id),
    KEY webhook_messages_due (webhook_id, next_try_at),
    KEY webhook_messages_age (created_at),
    CONSTRAINT webhook_messages_of_webhook FOREIGN KEY (webhook_id) REFERENCES partner_webhooks (id)
  ) ${options}`,
  // The applications of the test mode, which name nobody.
  `CREATE TABLE IF NOT EXISTS test_applications (
    id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    partner_id INT UNSIGNED NOT NULL,
    reference VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
    status ENUM('pending', 'completed', 'approved', 'rejected') NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY test_applications_partner (partner_id, created_at),
    KEY test_applications_reference (partner_id, reference, created_at),
    KEY test_applications_age (created_at),
    CONSTRAINT test_applications_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
  ) ${options}`,
  // A frame's token is valid once for each purpose.
  `CREATE TABLE IF NOT EXISTS spent_frame_tokens (
    token_id BINARY(16) NOT NULL,
    purpose ENUM('open', 'signup', 'talk') NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    PRIMARY KEY (token_id, purpose),
    KEY spent_frame_tokens_expiry (expires_at)
  ) ${options}`,
];
