import { options } from './table-options';

/** Identity verification. */
export const identityTables = [
  // A submission that was sent again before it was reviewed is superseded.
  `CREATE TABLE IF NOT EXISTS kyc_submissions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    first_name VARCHAR(80) NOT NULL,
    last_name VARCHAR(80) NOT NULL,
    birth_date DATE NOT NULL,
    address VARCHAR(200) NOT NULL,
    status ENUM('pending', 'approved', 'rejected', 'superseded') NOT NULL DEFAULT 'pending',
    reason VARCHAR(500) NULL,
    submitted_at DATETIME(3) NOT NULL,
    reviewed_at DATETIME(3) NULL,
    reviewed_by INT UNSIGNED NULL,
    KEY kyc_submissions_user (user_id, id),
    KEY kyc_submissions_queue (status, id),
    KEY kyc_submissions_reviewed (reviewed_at, submitted_at),
    KEY kyc_submissions_address (address),
    CONSTRAINT kyc_submissions_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT kyc_submissions_review CHECK ((status IN ('approved', 'rejected')) = (reviewed_at IS NOT NULL))
  ) ${options}`,
  // Submissions that wait for a review, spread over rows so that concurrent ones seldom wait for each other.
  `CREATE TABLE IF NOT EXISTS kyc_waiting (
    shard TINYINT UNSIGNED NOT NULL PRIMARY KEY,
    people INT NOT NULL
  ) ${options}`,
  // `file` is a name in the documents' folder. Documents of a rejected submission that need not be sent again go on
  // in the next one and share their files.
  `CREATE TABLE IF NOT EXISTS documents (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    submission_id BIGINT UNSIGNED NOT NULL,
    user_id INT UNSIGNED NOT NULL,
    kind ENUM('identity', 'address', 'income', 'selfie') NOT NULL,
    name VARCHAR(200) NOT NULL,
    size INT UNSIGNED NOT NULL,
    media_type VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sha256 BINARY(32) NOT NULL,
    file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    fault VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NULL,
    fault_text VARCHAR(300) NULL,
    KEY documents_of_submission (submission_id),
    KEY documents_by_file (file),
    CONSTRAINT documents_of_submission FOREIGN KEY (submission_id) REFERENCES kyc_submissions (id)
  ) ${options}`,
  // The automated checks of submissions: one without `due_at` waits until the owner's e-mail address is verified,
  // which a trigger notices.
  `CREATE TABLE IF NOT EXISTS identity_checks (
    submission_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    due_at DATETIME(3) NULL,
    attempts TINYINT UNSIGNED NOT NULL DEFAULT 0,
    done_at DATETIME(3) NULL,
    findings MEDIUMTEXT NULL,
    KEY identity_checks_due (done_at, due_at),
    CONSTRAINT identity_checks_of_submission FOREIGN KEY (submission_id) REFERENCES kyc_submissions (id)
  ) ${options}`,
  // Whose which identity document is, by the keyed digest of its number.
  `CREATE TABLE IF NOT EXISTS identity_documents (
    digest BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    seen_at DATETIME(3) NOT NULL,
    KEY identity_documents_user (user_id),
    CONSTRAINT identity_documents_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS identity_reminders (
    user_id INT UNSIGNED NOT NULL,
    approved_at DATETIME(3) NOT NULL,
    days_left SMALLINT UNSIGNED NOT NULL,
    PRIMARY KEY (user_id, approved_at, days_left),
    CONSTRAINT identity_reminders_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
];
