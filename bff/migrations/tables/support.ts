import { options } from './table-options';

/** Messages of customers, and conversations. */
export const supportTables = [
  `CREATE TABLE IF NOT EXISTS tickets (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference VARCHAR(20) NOT NULL,
    user_id INT UNSIGNED NULL,
    first_name VARCHAR(80) NOT NULL,
    last_name VARCHAR(80) NOT NULL,
    email VARCHAR(254) NOT NULL,
    phone VARCHAR(30) NULL,
    category ENUM('account', 'cards', 'transactions', 'kyc', 'security', 'technical', 'other') NOT NULL,
    priority ENUM('low', 'normal', 'high', 'urgent') NOT NULL,
    subject VARCHAR(200) NOT NULL,
    message TEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    status ENUM('open', 'answered', 'closed') NOT NULL DEFAULT 'open',
    language ENUM('fr', 'en') NOT NULL DEFAULT 'fr',
    conversation MEDIUMTEXT NULL,
    answer_by DATETIME(3) NOT NULL,
    UNIQUE KEY tickets_reference (reference),
    KEY tickets_time (created_at, id),
    KEY tickets_email (email),
    KEY tickets_queue (status, answer_by, id),
    KEY tickets_visitors (user_id, created_at),
    CONSTRAINT tickets_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // An answer is due for e-mail at `mail_at`; NULL once it was sent or given up.
  `CREATE TABLE IF NOT EXISTS ticket_answers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ticket_id BIGINT UNSIGNED NOT NULL,
    author_id INT UNSIGNED NOT NULL,
    message TEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    mail_at DATETIME(3) NULL,
    mailed_at DATETIME(3) NULL,
    KEY ticket_answers_unsent (mail_at),
    KEY ticket_answers_of_ticket (ticket_id),
    KEY ticket_answers_by (author_id),
    CONSTRAINT ticket_answers_by FOREIGN KEY (author_id) REFERENCES users (id),
    CONSTRAINT ticket_answers_of_ticket FOREIGN KEY (ticket_id) REFERENCES tickets (id)
  ) ${options}`,
  // An attachment is stored before the ticket that refers to it; `file` is a name in the documents' folder.
  `CREATE TABLE IF NOT EXISTS ticket_attachments (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ticket_id BIGINT UNSIGNED NULL,
    client VARCHAR(100) NOT NULL,
    name VARCHAR(200) NOT NULL,
    size INT UNSIGNED NOT NULL,
    media_type VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sha256 BINARY(32) NOT NULL,
    file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY ticket_attachments_file (file),
    KEY ticket_attachments_client (client, created_at),
    KEY ticket_attachments_waiting (ticket_id, created_at),
    CONSTRAINT ticket_attachments_of_ticket FOREIGN KEY (ticket_id) REFERENCES tickets (id)
  ) ${options}`,
  // `open_user_id` is the customer until the conversation ends, so that a person has one at a time; `before_lines`
  // is what was said to the assistant before, as JSON. A visitor holds a secret in place of an account: only its
  // digest is stored, and it is good until `visitor_until`, from which a visitor’s rows are also erased.
  // `awaits_address` is set where nobody answered and no address is known yet. The partner whose page they came from
  // is kept by id, and by its name of then.
  `CREATE TABLE IF NOT EXISTS conversations (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NULL,
    open_user_id INT UNSIGNED NULL,
    state ENUM('waiting', 'live', 'ended') NOT NULL,
    staff_id INT UNSIGNED NULL,
    ticket_id BIGINT UNSIGNED NULL,
    language ENUM('fr', 'en') NOT NULL,
    before_lines MEDIUMTEXT NOT NULL,
    answer_until DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    visitor_digest BINARY(32) NULL,
    visitor_until DATETIME(3) NULL,
    visitor_name VARCHAR(80) NULL,
    visitor_email VARCHAR(254) NULL,
    consented_at DATETIME(3) NULL,
    awaits_address BOOLEAN NOT NULL DEFAULT 0,
    partner_id INT UNSIGNED NULL,
    partner_name VARCHAR(120) NULL,
    UNIQUE KEY conversations_open (open_user_id),
    UNIQUE KEY conversations_visitor (visitor_digest),
    KEY conversations_of_user (user_id, id),
    KEY conversations_queue (state, id),
    KEY conversations_staff (staff_id),
    KEY conversations_ticket (ticket_id),
    KEY conversations_visitor_until (visitor_until),
    CONSTRAINT conversations_staff FOREIGN KEY (staff_id) REFERENCES users (id),
    CONSTRAINT conversations_ticket FOREIGN KEY (ticket_id) REFERENCES tickets (id),
    CONSTRAINT conversations_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT conversations_somebody CHECK (user_id IS NULL <> (visitor_digest IS NULL)),
    CONSTRAINT conversations_consent CHECK (consented_at IS NOT NULL OR visitor_name IS NULL
      AND visitor_email IS NULL)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS conversation_messages (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    conversation_id BIGINT UNSIGNED NOT NULL,
    author_id INT UNSIGNED NULL,
    is_staff BOOLEAN NOT NULL,
    message TEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    visitor_until DATETIME(3) NULL,
    KEY conversation_messages_in (conversation_id, id),
    KEY conversation_messages_by (author_id),
    KEY conversation_messages_visitor_until (visitor_until),
    CONSTRAINT conversation_messages_by FOREIGN KEY (author_id) REFERENCES users (id),
    CONSTRAINT conversation_messages_of FOREIGN KEY (conversation_id) REFERENCES conversations (id)
  ) ${options}`,
];
