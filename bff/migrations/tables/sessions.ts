import { options } from './table-options';

/** Sessions, second factors, passkeys, and approvals of single calls. */
export const sessionsTables = [
  // `factors` is how many factors opened the session: a passkey counts as two.
  `CREATE TABLE IF NOT EXISTS sessions (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    device VARCHAR(120) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    last_active_at DATETIME(3) NOT NULL,
    ended_at DATETIME(3) NULL,
    end_reason VARCHAR(30) NULL,
    factors TINYINT UNSIGNED NOT NULL DEFAULT 1,
    noticed_place BINARY(32) NULL,
    KEY sessions_user (user_id, ended_at),
    KEY sessions_expiry (expires_at),
    CONSTRAINT sessions_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // Only the digest is stored, so that a copy of the database opens no session.
  `CREATE TABLE IF NOT EXISTS refresh_tokens (
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    session_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    spent_at DATETIME(3) NULL,
    KEY refresh_tokens_session (session_id),
    CONSTRAINT refresh_tokens_session_exists FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
  ) ${options}`,
  // One row for each account, unknown identifier or address; the key is its digest.
  `CREATE TABLE IF NOT EXISTS login_failures (
    subject_hash BINARY(32) NOT NULL PRIMARY KEY,
    wrong INT UNSIGNED NOT NULL DEFAULT 0,
    pending INT UNSIGNED NOT NULL DEFAULT 0,
    pending_until DATETIME(3) NULL,
    window_ends_at DATETIME(3) NULL,
    blocked_until DATETIME(3) NULL,
    updated_at DATETIME(3) NOT NULL,
    KEY login_failures_age (updated_at)
  ) ${options}`,
  // `mailed_code` is the keyed digest of a code that was mailed for a challenged sign-in; NULL where the person's
  // own factor is asked for.
  `CREATE TABLE IF NOT EXISTS mfa_challenges (
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    tries INT UNSIGNED NOT NULL DEFAULT 0,
    mailed_code BINARY(32) NULL,
    KEY mfa_challenges_expiry (expires_at),
    KEY mfa_challenges_user_exists (user_id),
    CONSTRAINT mfa_challenges_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // `enabled_at` is NULL until the user has proved that their device has the secret.
  `CREATE TABLE IF NOT EXISTS two_factor (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    secret VARBINARY(255) NOT NULL,
    enabled_at DATETIME(3) NULL,
    last_step BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    proven_at DATETIME(3) NULL,
    CONSTRAINT two_factor_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS recovery_codes (
    user_id INT UNSIGNED NOT NULL,
    code_hash BINARY(32) NOT NULL,
    PRIMARY KEY (user_id, code_hash),
    CONSTRAINT recovery_codes_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS password_resets (
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY password_resets_user (user_id, created_at),
    CONSTRAINT password_resets_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // Browsers in which a person is not asked for the second factor again.
  `CREATE TABLE IF NOT EXISTS remembered_browsers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    name VARCHAR(120) NOT NULL,
    secret_hash BINARY(32) NOT NULL,
    previous_hash BINARY(32) NULL,
    created_at DATETIME(3) NOT NULL,
    last_used_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    UNIQUE KEY remembered_browsers_secret (secret_hash),
    KEY remembered_browsers_previous (previous_hash),
    KEY remembered_browsers_user (user_id, id),
    KEY remembered_browsers_expired (expires_at),
    CONSTRAINT remembered_browsers_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // In which browsers people signed in, of which only a keyed digest is kept: what links two people of a fraud.
  `CREATE TABLE IF NOT EXISTS seen_browsers (
    browser BINARY(32) NOT NULL,
    user_id INT UNSIGNED NOT NULL,
    seen_at DATETIME(3) NOT NULL,
    PRIMARY KEY (browser, user_id),
    KEY seen_browsers_of_user (user_id, seen_at),
    KEY seen_browsers_age (seen_at),
    CONSTRAINT seen_browsers_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // `rp_id` is the site's domain that the key was made for; the counter is the authenticator's own.
  `CREATE TABLE IF NOT EXISTS passkeys (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    credential_id VARBINARY(1023) NOT NULL,
    rp_id VARCHAR(253) NOT NULL,
    user_handle BINARY(32) NOT NULL,
    public_key VARBINARY(4096) NOT NULL,
    counter BIGINT UNSIGNED NOT NULL,
    transports VARCHAR(200) NOT NULL,
    name VARCHAR(60) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    last_used_at DATETIME(3) NULL,
    UNIQUE KEY passkeys_credential (credential_id),
    KEY passkeys_user (user_id),
    CONSTRAINT passkeys_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // The user and session are those of a registration; a sign-in is without a name.
  `CREATE TABLE IF NOT EXISTS passkey_challenges (
    challenge_hash BINARY(32) NOT NULL PRIMARY KEY,
    ceremony VARCHAR(20) NOT NULL,
    origin VARCHAR(255) NOT NULL,
    user_id INT UNSIGNED NULL,
    session_id INT UNSIGNED NULL,
    user_handle BINARY(32) NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY passkey_challenges_expiry (expires_at)
  ) ${options}`,
  // Approvals of single calls, each of one session and one exact request.
  `CREATE TABLE IF NOT EXISTS approvals (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    session_id INT UNSIGNED NOT NULL,
    status ENUM('asked', 'given', 'used', 'refused', 'ended') NOT NULL DEFAULT 'asked',
    request_hash BINARY(32) NOT NULL,
    idempotency_hash BINARY(32) NULL,
    summary JSON NOT NULL,
    methods VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    code_hash BINARY(32) NULL,
    token_hash BINARY(32) NULL,
    wrong_tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    UNIQUE KEY approvals_token (token_hash),
    KEY approvals_session (session_id, idempotency_hash),
    KEY approvals_expiry (expires_at),
    KEY approvals_of_user (user_id),
    CONSTRAINT approvals_of_session FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT approvals_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // What each person has paid without an approval since the last one.
  `CREATE TABLE IF NOT EXISTS low_value_payments (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    spent BIGINT NOT NULL,
    CONSTRAINT low_value_payments_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT low_value_payments_positive CHECK (spent >= 0)
  ) ${options}`,
  // Who asked for all of their data, in which session, and what came of it; the files themselves are not kept.
  `CREATE TABLE IF NOT EXISTS data_exports (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    session_id INT UNSIGNED NOT NULL,
    requested_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    downloads TINYINT UNSIGNED NOT NULL DEFAULT 0,
    downloaded_at DATETIME(3) NULL,
    KEY data_exports_user (user_id, requested_at, id),
    KEY data_exports_age (requested_at),
    CONSTRAINT data_exports_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
];
