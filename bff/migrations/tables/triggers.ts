/** Tables whose rows stay as they are, regardless of the rights of an account. */
const appendOnly = [
  'transfers',
  'entries',
  'audit_log',
  'audit_seals',
  'card_writes',
  'statements',
  'statement_files',
];

const refusals = appendOnly.flatMap((table) =>
  ['UPDATE', 'DELETE'].map(
    (
      change,
    ) => `CREATE TRIGGER IF NOT EXISTS ${table}_refuses_${change.toLowerCase()} BEFORE ${change} ON ${table}
      FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${table} only grows'`,
  ),
);

/** Each total is spread over this many rows, so that concurrent sign-ups or payments seldom wait for each other. */
const shards = 8;

/** The last Sunday of March or October at 01:00 UTC, when summer time begins or ends (directive 2000/84/EC). */
const clockChange = (moment: string, lastDay: string) => {
  const day = `CONCAT(YEAR(${moment}), '-${lastDay}')`;
  return `TIMESTAMP(${day}, '01:00:00') - INTERVAL (DAYOFWEEK(${day}) - 1) DAY`;
};

/** The day in Paris of a moment in UTC; the server may lack the tables of time zones. */
const parisDay = (moment: string) =>
  `DATE(${moment} + INTERVAL IF(
    ${moment} >= ${clockChange(moment, '03-31')} AND ${moment} < ${clockChange(moment, '10-31')}, 2, 1) HOUR)`;

const states = ['pending', 'completed', 'failed'];
const worth = 'COALESCE(NEW.worth, NEW.amount)';
const totals = states.flatMap((state) => [state, `${state}_amount`]);
const stateChange = (state: string) => `((NEW.status = '${state}') - (OLD.status = '${state}'))`;

const payments = [
  `CREATE TRIGGER IF NOT EXISTS payments_counted AFTER INSERT ON payments FOR EACH ROW
  INSERT INTO payment_totals VALUES (${parisDay('NEW.created_at')}, NEW.account_id % ${shards},
    ${states.map((state) => `NEW.status = '${state}', IF(NEW.status = '${state}', ${worth}, 0)`).join(', ')})
  ON DUPLICATE KEY UPDATE ${totals.map((total) => `${total} = ${total} + VALUES(${total})`).join(', ')}`,
  `CREATE TRIGGER IF NOT EXISTS payments_recounted AFTER UPDATE ON payments FOR EACH ROW
  IF NEW.status <> OLD.status THEN
    UPDATE payment_totals SET ${states
      .map(
        (state) => `${state} = ${state} + ${stateChange(state)},
        ${state}_amount = ${state}_amount + ${stateChange(state)} * ${worth}`,
      )
      .join(', ')}
    WHERE day = ${parisDay('NEW.created_at')} AND shard = NEW.account_id % ${shards};
  END IF`,
];

/** The filters of the list of users as one number; NULL of deleted users. */
const userGroup = (row: string) =>
  `IF(${row}.deleted_at IS NULL, ${row}.role * 100 + ${row}.status * 10 + ${row}.kyc_status, NULL)`;

const addPeople = (row: string, people: string) => `
  INSERT INTO people_totals
  VALUES (${row}.role, ${row}.status, ${row}.kyc_status, ${row}.id % ${shards}, ${people})
  ON DUPLICATE KEY UPDATE people = people + VALUES(people);`;

const users = [
  `CREATE TRIGGER IF NOT EXISTS accounts_grouped BEFORE INSERT ON accounts FOR EACH ROW
  SET NEW.owner_group = (SELECT ${userGroup('u')} FROM users u WHERE u.id = NEW.user_id)`,
  `CREATE TRIGGER IF NOT EXISTS users_counted AFTER INSERT ON users FOR EACH ROW
  BEGIN
    INSERT INTO sign_ups VALUES (${parisDay('NEW.created_at')}, NEW.id % ${shards}, 1)
    ON DUPLICATE KEY UPDATE people = people + 1;
    ${addPeople('NEW', 'NEW.deleted_at IS NULL')}
  END`,
  `CREATE TRIGGER IF NOT EXISTS users_recounted AFTER UPDATE ON users FOR EACH ROW
  IF (NEW.role, NEW.status, NEW.kyc_status, NEW.deleted_at IS NULL)
    <> (OLD.role, OLD.status, OLD.kyc_status, OLD.deleted_at IS NULL)
  THEN
    UPDATE accounts SET owner_group = ${userGroup('NEW')} WHERE user_id = NEW.id;
    ${addPeople('OLD', '-(OLD.deleted_at IS NULL)')}
    ${addPeople('NEW', 'NEW.deleted_at IS NULL')}
  END IF`,
];

const addWaiting = (people: string) => `
  INSERT INTO kyc_waiting VALUES (NEW.user_id % ${shards}, ${people})
  ON DUPLICATE KEY UPDATE people = people + VALUES(people);`;

/** A write that names the moment of an approval or a verification itself keeps it. */
const identities = [
  `CREATE TRIGGER IF NOT EXISTS users_identity_approved_set BEFORE INSERT ON users FOR EACH ROW
  SET NEW.identity_approved_at = IF(NEW.kyc_status = 'approved',
    COALESCE(NEW.identity_approved_at, UTC_TIMESTAMP(3)), NEW.identity_approved_at)`,
  `CREATE TRIGGER IF NOT EXISTS users_verified_changed BEFORE UPDATE ON users FOR EACH ROW
  BEGIN
    IF NEW.kyc_status = 'approved' AND OLD.kyc_status <> 'approved'
      AND NEW.identity_approved_at <=> OLD.identity_approved_at
    THEN
      SET NEW.identity_approved_at = UTC_TIMESTAMP(3);
    END IF;
    IF BINARY NEW.email <> BINARY OLD.email AND NEW.email_verified_at <=> OLD.email_verified_at THEN
      SET NEW.email_verified_at = NULL;
    END IF;
    IF NOT (BINARY NEW.phone <=> BINARY OLD.phone) AND NEW.phone_verified_at <=> OLD.phone_verified_at THEN
      SET NEW.phone_verified_at = NULL;
    END IF;
  END`,
  `CREATE TRIGGER IF NOT EXISTS users_left AFTER UPDATE ON users FOR EACH ROW
  IF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
    UPDATE kyc_submissions SET status = 'superseded' WHERE user_id = NEW.id AND status = 'pending';
  END IF`,
  `CREATE TRIGGER IF NOT EXISTS users_email_verified AFTER UPDATE ON users FOR EACH ROW
  IF NEW.email_verified_at IS NOT NULL AND OLD.email_verified_at IS NULL THEN
    UPDATE identity_checks c JOIN kyc_submissions s ON s.id = c.submission_id
    SET c.due_at = NEW.email_verified_at
    WHERE s.user_id = NEW.id AND s.status = 'pending' AND c.done_at IS NULL AND c.due_at IS NULL;
  END IF`,
  `CREATE TRIGGER IF NOT EXISTS kyc_submissions_counted AFTER INSERT ON kyc_submissions FOR EACH ROW
  IF NEW.status = 'pending' THEN ${addWaiting('1')}
  END IF`,
  `CREATE TRIGGER IF NOT EXISTS kyc_submissions_recounted AFTER UPDATE ON kyc_submissions FOR EACH ROW
  IF (NEW.status = 'pending') <> (OLD.status = 'pending') THEN
    ${addWaiting("(NEW.status = 'pending') - (OLD.status = 'pending')")}
  END IF`,
];

export const triggers = [...refusals, ...payments, ...users, ...identities];
