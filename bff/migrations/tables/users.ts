import { options } from './table-options';

/** People, their contacts, and what administrators do with them. */
export const usersTables = [
  // `email_key` and `username_key` are NULL for deleted users, whose e-mail and username are free again. `phone_key`
  // is the number in one notation (E.164, French without a country code), to find a person by. A temporary password,
  // set by an administrator, is valid until `temporary_password_until`.
  `CREATE TABLE IF NOT EXISTS users (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    email VARCHAR(254) NOT NULL,
    username VARCHAR(40) NOT NULL,
    first_name VARCHAR(80) NOT NULL,
    last_name VARCHAR(80) NOT NULL,
    phone VARCHAR(30) NULL,
    password_hash VARCHAR(200) NOT NULL,
    role ENUM('user', 'admin') NOT NULL DEFAULT 'user',
    staff_roles SET('support', 'payments', 'compliance', 'operations', 'releases', 'auditor',
      'owner') NOT NULL DEFAULT '',
    status ENUM('active', 'inactive') NOT NULL DEFAULT 'active',
    kyc_status ENUM('pending', 'approved', 'rejected') NOT NULL DEFAULT 'pending',
    kyc_submitted_at DATETIME(3) NULL,
    language ENUM('fr', 'en') NOT NULL DEFAULT 'fr',
    created_at DATETIME(3) NOT NULL,
    deleted_at DATETIME(3) NULL,
    email_key VARCHAR(254) GENERATED ALWAYS AS (CASE WHEN deleted_at IS NULL THEN email END) STORED,
    username_key VARCHAR(40) GENERATED ALWAYS AS (CASE WHEN deleted_at IS NULL THEN username END) STORED,
    temporary_password_until DATETIME(3) NULL,
    phone_digits VARCHAR(30) GENERATED ALWAYS
      AS (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(phone,'\\t',''),' ',''),'.',''),'-',''),'(0)',''),'(',''),')','')) VIRTUAL,
    phone_key VARCHAR(34) GENERATED ALWAYS AS (CASE WHEN deleted_at IS NOT NULL OR phone_digits = '' THEN NULL
      WHEN phone_digits LIKE '00%' THEN CONCAT('+',SUBSTR(phone_digits,3)) WHEN phone_digits LIKE '0%'
      THEN CONCAT('+33',SUBSTR(phone_digits,2)) ELSE phone_digits END) VIRTUAL,
    email_verified_at DATETIME(3) NULL,
    phone_verified_at DATETIME(3) NULL,
    identity_approved_at DATETIME(3) NULL,
    password_blocked_at DATETIME(3) NULL,
    UNIQUE KEY users_email (email_key),
    UNIQUE KEY users_username (username_key),
    KEY users_by_id (deleted_at, role, status, kyc_status),
    KEY users_by_last_name (deleted_at, role, status, kyc_status, last_name, first_name),
    KEY users_by_first_name (deleted_at, role, status, kyc_status, first_name, last_name),
    KEY users_by_email (deleted_at, role, status, kyc_status, email),
    KEY users_by_username (deleted_at, role, status, kyc_status, username),
    KEY users_by_creation (deleted_at, role, status, kyc_status, created_at),
    KEY users_phone (phone_key),
    KEY users_identity_approved (identity_approved_at, id),
    KEY users_sent (kyc_status, kyc_submitted_at)
  ) ${options}`,
  // The numbers of users by the filters of their list.
  `CREATE TABLE IF NOT EXISTS people_totals (
    role ENUM('user', 'admin') NOT NULL,
    status ENUM('active', 'inactive') NOT NULL,
    kyc_status ENUM('pending', 'approved', 'rejected') NOT NULL,
    shard TINYINT UNSIGNED NOT NULL,
    people INT NOT NULL DEFAULT 0,
    PRIMARY KEY (role, status, kyc_status, shard)
  ) ${options}`,
  // The sign-ups of each Paris day, deleted users included.
  `CREATE TABLE IF NOT EXISTS sign_ups (
    day DATE NOT NULL,
    shard TINYINT UNSIGNED NOT NULL,
    people INT NOT NULL,
    PRIMARY KEY (day, shard)
  ) ${options}`,
  // A person who never saved their profile or preferences has no row.
  `CREATE TABLE IF NOT EXISTS profiles (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    address VARCHAR(200) NOT NULL,
    city VARCHAR(80) NOT NULL,
    postal_code VARCHAR(12) NOT NULL,
    country VARCHAR(60) NOT NULL,
    CONSTRAINT profiles_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS preferences (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    email_notifications BOOLEAN NOT NULL,
    sms_notifications BOOLEAN NOT NULL,
    push_notifications BOOLEAN NOT NULL,
    transaction_alerts BOOLEAN NOT NULL,
    security_alerts BOOLEAN NOT NULL,
    marketing_emails BOOLEAN NOT NULL,
    found_by_email BOOLEAN NOT NULL DEFAULT 1,
    found_by_phone BOOLEAN NOT NULL DEFAULT 1,
    push_amounts BOOLEAN NOT NULL DEFAULT 0,
    CONSTRAINT preferences_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // A link mailed to a user's new address, stored as a digest; `session_id` is the session that requested it.
  `CREATE TABLE IF NOT EXISTS email_changes (
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    session_id INT UNSIGNED NOT NULL,
    email VARCHAR(254) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY email_changes_user (user_id, created_at),
    KEY email_changes_age (created_at),
    CONSTRAINT email_changes_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // Links that prove an e-mail address, and codes that prove a telephone number; both are stored as digests.
  `CREATE TABLE IF NOT EXISTS email_verifications (
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    email VARCHAR(254) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY email_verifications_user (user_id, created_at),
    KEY email_verifications_age (created_at),
    CONSTRAINT email_verifications_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS phone_codes (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    phone VARCHAR(30) NOT NULL,
    code_hash BINARY(32) NOT NULL,
    tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY phone_codes_user (user_id, created_at),
    KEY phone_codes_phone (phone, created_at),
    KEY phone_codes_age (created_at),
    CONSTRAINT phone_codes_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // Requests for a second administrator.
  `CREATE TABLE IF NOT EXISTS staff_approvals (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    kind VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject_id INT UNSIGNED NULL,
    payload TEXT NOT NULL,
    requested_by INT UNSIGNED NOT NULL,
    requested_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    status ENUM('pending', 'approved', 'refused') NOT NULL DEFAULT 'pending',
    decided_by INT UNSIGNED NULL,
    decided_at DATETIME(3) NULL,
    reason VARCHAR(500) NULL,
    KEY staff_approvals_queue (status, expires_at),
    KEY staff_approvals_subject (subject_id),
    KEY staff_approvals_requester (requested_by),
    KEY staff_approvals_decider (decided_by),
    CONSTRAINT staff_approvals_decider FOREIGN KEY (decided_by) REFERENCES users (id),
    CONSTRAINT staff_approvals_requester FOREIGN KEY (requested_by) REFERENCES users (id),
    CONSTRAINT staff_approvals_subject FOREIGN KEY (subject_id) REFERENCES users (id)
  ) ${options}`,
  // Changes of roles and credentials by administrators, which decide who may be the second.
  `CREATE TABLE IF NOT EXISTS authority_changes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    changed_by INT UNSIGNED NOT NULL,
    act VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY authority_changes_of (user_id, created_at),
    KEY authority_changes_between (user_id, changed_by)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS staff_presence (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    seen_at DATETIME(3) NOT NULL,
    KEY staff_presence_seen (seen_at),
    CONSTRAINT staff_presence_of FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // Views of lists that staff keep under a name, and share.
  `CREATE TABLE IF NOT EXISTS saved_views (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    owner_id INT UNSIGNED NOT NULL,
    page VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    name VARCHAR(60) NOT NULL,
    query VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    shared BOOLEAN NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY saved_views_owner (owner_id, page, id),
    KEY saved_views_shared (shared, page, id),
    CONSTRAINT saved_views_of_user FOREIGN KEY (owner_id) REFERENCES users (id)
  ) ${options}`,
  // Who of the staff works on what (the bank and the world, section 6); a row lapses by its time.
  `CREATE TABLE IF NOT EXISTS work_items (
    kind ENUM('payment', 'kyc', 'ticket') NOT NULL,
    object_id BIGINT UNSIGNED NOT NULL,
    taken_by INT UNSIGNED NOT NULL,
    taken_at DATETIME(3) NOT NULL,
    PRIMARY KEY (kind, object_id),
    KEY work_items_of (taken_by, kind, taken_at),
    KEY work_items_lapsed (taken_at),
    CONSTRAINT work_items_person FOREIGN KEY (taken_by) REFERENCES users (id)
  ) ${options}`,
  // Closings of relations that customers asked for.
  `CREATE TABLE IF NOT EXISTS relation_closings (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    state ENUM('paying', 'closed', 'failed') NOT NULL,
    iban VARCHAR(34) CHARACTER SET ascii COLLATE ascii_bin NULL,
    overdraft_limit BIGINT NOT NULL,
    language ENUM('fr', 'en') NOT NULL,
    request_id VARCHAR(64) NULL,
    requested_at DATETIME(3) NOT NULL,
    look_at DATETIME(3) NULL,
    closed_at DATETIME(3) NULL,
    mailed_at DATETIME(3) NULL,
    paying_user INT UNSIGNED GENERATED ALWAYS AS (IF(state = 'paying',user_id,NULL)) STORED,
    UNIQUE KEY relation_closings_once (paying_user),
    KEY relation_closings_user (user_id, id),
    KEY relation_closings_due (look_at, id),
    CONSTRAINT relation_closings_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT relation_closings_closed CHECK (state <> 'closed' OR closed_at IS NOT NULL)
  ) ${options}`,
  // How far the data of people whose relation has ended was erased, and when the next step is due.
  `CREATE TABLE IF NOT EXISTS ended_relations (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    ended_at DATETIME(3) NOT NULL,
    step TINYINT UNSIGNED NOT NULL DEFAULT 0,
    due_at DATETIME(3) NULL,
    KEY ended_relations_due (due_at, user_id),
    CONSTRAINT ended_relations_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
];
