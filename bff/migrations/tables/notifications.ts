import { options } from './table-options';

/** Notifications, and how they are delivered. */
export const notificationsTables = [
  // `user_id` is not a foreign key: its check would lock the user's row in movements of money. The table is also the
  // delivery queue: `deliver_at` is when a notification is next due, NULL when nothing is left to send. What is
  // longest due is delivered first: a security notification is due a day before it is written.
  `CREATE TABLE IF NOT EXISTS notifications (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    type ENUM('transaction', 'security', 'success', 'warning', 'error', 'info') NOT NULL,
    text_key VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    text_values TEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    read_at DATETIME(3) NULL,
    deliver_at DATETIME(3) DEFAULT (IF(type = 'security', CURRENT_TIMESTAMP(3) - INTERVAL 1 DAY, CURRENT_TIMESTAMP(3))),
    delivery_tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
    delivered SET('email', 'sms', 'push') NOT NULL DEFAULT '',
    written_id INT UNSIGNED NULL,
    KEY notifications_user (user_id, created_at, id),
    KEY notifications_unread (user_id, read_at),
    KEY notifications_delivery (deliver_at)
  ) ${options}`,
  // Notifications that people wrote, whose words are stored once; what arrived of them; and messages to segments of
  // customers (the bank and the world, section 6).
  `CREATE TABLE IF NOT EXISTS written_notifications (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    marketing BOOLEAN NOT NULL,
    channels SET('push', 'email', 'sms') NOT NULL,
    title_fr VARCHAR(120) NOT NULL,
    title_en VARCHAR(120) NOT NULL,
    text_fr VARCHAR(1000) NOT NULL,
    text_en VARCHAR(1000) NOT NULL
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS written_deliveries (
    written_id INT UNSIGNED NOT NULL,
    channel ENUM('push', 'email', 'sms') NOT NULL,
    outcome ENUM('delivered', 'unreachable') NOT NULL,
    counted INT UNSIGNED NOT NULL,
    PRIMARY KEY (written_id, channel, outcome),
    CONSTRAINT written_deliveries_of FOREIGN KEY (written_id) REFERENCES written_notifications (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS customer_messages (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    written_id INT UNSIGNED NOT NULL,
    segment VARCHAR(500) NOT NULL,
    per_minute INT UNSIGNED NOT NULL,
    state ENUM('awaiting', 'sending', 'sent', 'stopped') NOT NULL DEFAULT 'awaiting',
    approval_id INT UNSIGNED NULL,
    created_by INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    started_at DATETIME(3) NULL,
    finished_at DATETIME(3) NULL,
    after_id INT UNSIGNED NOT NULL DEFAULT 0,
    last_id INT UNSIGNED NOT NULL DEFAULT 0,
    next_at DATETIME(3) NULL,
    recipients INT UNSIGNED NOT NULL DEFAULT 0,
    KEY customer_messages_due (state, next_at),
    KEY customer_messages_words (written_id),
    KEY customer_messages_approval (approval_id),
    KEY customer_messages_author (created_by),
    CONSTRAINT customer_messages_approval FOREIGN KEY (approval_id) REFERENCES staff_approvals (id),
    CONSTRAINT customer_messages_author FOREIGN KEY (created_by) REFERENCES users (id),
    CONSTRAINT customer_messages_words FOREIGN KEY (written_id) REFERENCES written_notifications (id)
  ) ${options}`,
  // Addresses that mail came back from.
  `CREATE TABLE IF NOT EXISTS mail_bounces (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    email VARCHAR(254) NOT NULL,
    code SMALLINT UNSIGNED NOT NULL,
    at DATETIME(3) NOT NULL,
    CONSTRAINT mail_bounces_of FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // The browsers that receive push messages, each of the session that used it last; a session that expired leaves
  // its browser, one that was ended takes it along.
  `CREATE TABLE IF NOT EXISTS push_subscriptions (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    session_id INT UNSIGNED NULL,
    device VARCHAR(120) NOT NULL,
    endpoint VARCHAR(1000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    endpoint_digest BINARY(32) NOT NULL,
    p256dh VARCHAR(88) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    auth VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    failures TINYINT UNSIGNED NOT NULL DEFAULT 0,
    silent_until DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY push_subscriptions_endpoint (endpoint_digest),
    KEY push_subscriptions_user (user_id),
    KEY push_subscriptions_of_session (session_id),
    CONSTRAINT push_subscriptions_of_session FOREIGN KEY (session_id)
      REFERENCES sessions (id) ON DELETE SET NULL,
    CONSTRAINT push_subscriptions_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // What some browsers of a user have received while others have to be tried again.
  `CREATE TABLE IF NOT EXISTS push_deliveries (
    notification_id BIGINT UNSIGNED NOT NULL,
    subscription_id INT UNSIGNED NOT NULL,
    delivered_at DATETIME(3) NOT NULL,
    PRIMARY KEY (notification_id, subscription_id),
    KEY push_deliveries_at (delivered_at),
    KEY push_deliveries_to (subscription_id),
    CONSTRAINT push_deliveries_to FOREIGN KEY (subscription_id)
      REFERENCES push_subscriptions (id) ON DELETE CASCADE
  ) ${options}`,
];
