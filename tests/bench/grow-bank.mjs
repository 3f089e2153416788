/** Rows of a statement: enough to be fast, few enough for the memory of a small database. */
const batch = 20_000;

/** The days over which new rows are spread; pending ones are younger than the lifetime of a hold. */
const days = 360;
const pendingDays = 29;

const firstNames =
  'Adèle,Alain,Alice,Amina,André,Anne,Antoine,Aïcha,Bernard,Camille,Carlos,Céline,Chantal,Chloé,Claire,Daniel,David,Denis,Diane,Didier,Éric,Élise,Emma,Fatima,Florence,François,Gabriel,Hélène,Hugo,Inès,Isabelle,Jacques,Jean,Jeanne,Julie,Karim,Laurent,Léa,Louis,Lucas,Luc,Manon,Marc,Marie,Martine,Mehdi,Michel,Mohamed,Nadia,Nathalie,Nicolas,Noé,Olivier,Pascal,Paul,Philippe,Pierre,Rachid,Rose,Samir,Sarah,Sofia,Sophie,Stéphane,Sylvie,Théo,Thomas,Valérie,Vincent,Yves,Zoé';
const lastNames =
  'Adam,André,Aubert,Bailly,Barbier,Benali,Bernard,Bertrand,Blanc,Bonnet,Boyer,Brun,Caron,Chevalier,Clément,Colin,Cohen,Da Silva,David,Delmas,Denis,Diallo,Dubois,Dufour,Dumas,Dupont,Durand,Fabre,Faure,Fernandez,Fontaine,Fournier,Garcia,Garnier,Gauthier,Gérard,Girard,Guérin,Haddad,Henry,Hubert,Jean,Joly,Lacroix,Lambert,Laurent,Leclerc,Lefebvre,Lemaire,Leroux,Leroy,Lopez,Lucas,Marchand,Martin,Martinez,Mathieu,Mercier,Meunier,Meyer,Michel,Moreau,Morel,Morin,Muller,Nguyen,Nicolas,Noël,Olivier,Perrin,Petit,Picard,Renard,Renaud,Richard,Rivière,Robert,Robin,Rolland,Rousseau,Roussel,Roux,Roy,Sanchez,Simon,Thomas,Traoré,Vidal,Vincent,Weber';
const mailNames =
  'adam,benali,camille,david,dupont,emma,garcia,hugo,lopez,martin,nguyen,petit,rousseau,simon,vidal';
const actions =
  'account.opened,card.created,card.blocked,kyc.submitted,ledger.card,ledger.deposit,ledger.fee,ledger.transfer,ledger.withdrawal,payment.completed,payment.created,profile.changed,session.closed,session.opened';
const warnings = 'kyc.rejected,logs.exported,password.changed,payment.rejected,user.changed,user.limits';

/** @param {string} list @param {string} number any whole number; each gives one of the list, near ones different ones */
const oneOf = (list, number) =>
  `ELT(1 + (${number}) % ${list.split(',').length}, ${list
    .split(',')
    .map((name) => `'${name}'`)
    .join(', ')})`;

/** The rows of each number from 1: a user, whose account has one movement and one payment. */
const plan = (/** @type {number} */ size) => `
  SELECT seq, seq * 7919 % 1000003 AS spread,
    CASE WHEN seq % 50 = 0 THEN 'pending' WHEN seq % 12 = 0 THEN 'failed' ELSE 'completed' END AS status,
    NOW(3) - INTERVAL (${size} - seq) * ${days * 86_400} / ${size} + 172800 SECOND AS at,
    NOW(3) - INTERVAL ${pendingDays} * 86400 * (seq * 7919 % 1000003) / 1000003 SECOND AS pending_at,
    CASE WHEN seq % 1000 = 4 THEN 'adjustment' WHEN seq % 5 = 0 THEN 'deposit' WHEN seq % 5 = 2 THEN 'withdrawal'
      WHEN seq % 5 = 3 THEN 'fee' ELSE 'card' END AS kind,
    CASE WHEN seq % 2000 = 4 THEN 100 + seq * 31 % 5000 WHEN seq % 5 = 0 THEN 10000 + seq * 37 % 90000
      WHEN seq % 5 = 3 THEN -100 ELSE -100 - seq * 41 % 9900 END AS moved,
    CASE WHEN seq % 1000 = 4 THEN 3 WHEN seq % 5 = 0 THEN 1 WHEN seq % 5 = 3 THEN 2 ELSE 4 END AS other,
    100 + seq * 53 % 29900 AS paid`;

/**
 * Adds people, each with an account, a movement of the ledger, a payment and its hold, a file to verify, a
 * notification and a log line, until `total` were added, all from what the bank's own rules allow: the ledger stays
 * sound. Nobody can sign in as one of them, and their documents have no file.
 * @param {any} database a connection that may add rows to every table of a MariaDB
 * @param {number} total
 * @param {{ busy?: { account: number, rows: number }, tell?: (done: number) => void }} [options] `busy` is an account
 * that gets that many of the movements and payments
 */
export async function growBank(database, total, { busy = { account: 0, rows: 0 }, tell = () => {} } = {}) {
  await database.query('SET foreign_key_checks = 0, unique_checks = 0');
  const [[grown]] = await database.query(
    "SELECT COUNT(*) AS people FROM users WHERE email LIKE '%@grown.example'",
  );
  for (let from = Number(grown.people) + 1; from <= total; from += batch) {
    const to = Math.min(total, from + batch - 1);
    await database.beginTransaction();
    await growBatch(database, { from, to, total, busy });
    await database.commit();
    tell(to);
  }
  // The new rows are in days that already have totals.
  await database.query('DELETE FROM movement_totals');
  await database.query('SET foreign_key_checks = 1, unique_checks = 1');
  await database.query(
    'ANALYZE TABLE users, accounts, transfers, entries, payments, holds, kyc_submissions, documents, notifications, audit_log',
  );
}

/**
 * Marks all past days of a grown bank as ended but the last ones: servers then store no end-of-day balances for the year over
 * which its movements are spread.
 * @param {any} database as for `growBank`
 * @param {number} days how many have not ended; 0: none
 */
export async function endDaysBefore(database, days) {
  await database.query(
    `REPLACE INTO job_progress (job, state)
     VALUES ('balance-snapshots', JSON_OBJECT('day', CURRENT_DATE - INTERVAL ? DAY, 'after', 0))`,
    [days],
  );
}

/**
 * @param {any} database
 * @param {{ from: number, to: number, total: number, busy: { account: number, rows: number } }} range
 */
async function growBatch(database, { from, to, total, busy }) {
  /** The rows of one statement have ids that follow one another: answers what to add to a row's number. */
  const insert = async (/** @type {string} */ sql) => {
    const [{ insertId }] = await database.query(sql);
    return Number(insertId) - from;
  };
  await database.query(`CREATE OR REPLACE TEMPORARY TABLE grown (PRIMARY KEY (seq)) AS
    SELECT seq, spread, status, IF(status = 'pending', pending_at, at) AS at, at AS joined_at,
      IF(status = 'pending', NULL, at + INTERVAL 1 DAY) AS processed_at, kind, moved, other, paid, 0 AS account,
      0 AS payer, 0 AS movement, 0 AS posting
    FROM (${plan(total)} FROM (SELECT CAST(seq AS SIGNED) AS seq FROM seq_${from}_to_${to}) numbers) planned`);
  const user = await insert(users);
  const account = await insert(`
    INSERT INTO accounts (user_id, kind, currency, iban, account_type, overdraft_limit, transfer_limit,
      withdrawal_limit, card_limit, created_at)
    SELECT ${user} + seq, 'customer', 'EUR', CONCAT('FR00GROWN', LPAD(seq, 18, '0')), 'current', 50000, 1000000,
      100000, 300000, joined_at FROM grown ORDER BY seq`);
  const movement = await insert(`
    INSERT INTO transfers (reference, kind, description, created_at)
    SELECT CONCAT('TR-', UPPER(LEFT(MD5(seq), 12))), kind, CONCAT('Mouvement ', seq), at FROM grown ORDER BY seq`);
  await database.query(
    `UPDATE grown SET account = IF(seq <= ?, ?, ? + seq), payer = account, movement = ? + seq`,
    [busy.rows, busy.account, account, movement],
  );
  await post(database, 'movement', 'moved', 'other', '1');
  await growPayments(database, user);
  await insert(submissions(user));
  await database.query(`
    INSERT INTO documents (submission_id, user_id, kind, name, size, media_type, sha256, file)
    SELECT s.id, s.user_id, 'identity', 'identite.pdf', 20000, 'application/pdf', UNHEX(SHA2(s.id, 256)),
      MD5(CONCAT('grown ', s.id)) FROM kyc_submissions s WHERE s.user_id > ${user + from - 1}`);
  await database.query(`
    INSERT INTO notifications (user_id, type, text_key, text_values, created_at, read_at, deliver_at)
    SELECT ${user} + seq, 'success', 'kyc_approved', '{}', at, IF(seq % 3 = 0, NULL, at), NULL FROM grown ORDER BY seq`);
  await database.query(`
    INSERT INTO audit_log (created_at, user_id, action, type, message)
    SELECT joined_at, ${user} + seq, IF(seq % 20 = 0, ${oneOf(warnings, 'seq DIV 20')}, ${oneOf(actions, 'seq')}),
      CASE WHEN seq % 1000 = 1 THEN 'error' WHEN seq % 20 = 0 THEN 'warning' ELSE 'info' END,
      CONCAT('Ligne ', seq, '.') FROM grown ORDER BY seq`);
}

const users = `
  INSERT INTO users (email, username, first_name, last_name, password_hash, role, status, kyc_status,
    kyc_submitted_at, created_at)
  SELECT CONCAT(${oneOf(mailNames, 'spread')}, '.', seq, '@grown.example'), CONCAT('client', seq),
    ${oneOf(firstNames, 'spread')}, ${oneOf(lastNames, 'spread DIV 71')}, 'nobody', 'user',
    IF(seq % 40 = 0, 'inactive', 'active'),
    CASE seq % 10 WHEN 1 THEN 'rejected' WHEN 0 THEN 'pending' WHEN 9 THEN 'pending' ELSE 'approved' END, joined_at,
    joined_at
  FROM grown ORDER BY seq`;

const submissions = (/** @type {number} */ user) => `
  INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, status, submitted_at, reviewed_at)
  SELECT ${user} + seq, 'Grown', CONCAT('Client ', seq), '1990-01-01', '1 rue de la Paix, 75002 Paris',
    CASE seq % 10 WHEN 0 THEN 'pending' WHEN 1 THEN 'rejected' WHEN 9 THEN 'superseded' ELSE 'approved' END, joined_at,
    IF(seq % 10 IN (0, 9), NULL, joined_at + INTERVAL 1 + seq % 40 HOUR) FROM grown ORDER BY seq`;

/** Payments that were made, posted where they are completed, and the hold of each. @param {any} database @param {number} user */
async function growPayments(database, user) {
  const [{ insertId: posting }] = await database.query(`
    INSERT INTO transfers (reference, kind, description, created_at)
    SELECT CONCAT('TR-', UPPER(LEFT(MD5(CONCAT('paid', seq)), 12))), 'payment', CONCAT('Paiement ', seq), processed_at
    FROM grown WHERE status = 'completed' ORDER BY seq`);
  await database.query(
    `UPDATE grown JOIN (SELECT seq, ROW_NUMBER() OVER (ORDER BY seq) - 1 AS place FROM grown
       WHERE status = 'completed') completed USING (seq)
     SET posting = ? + place`,
    [Number(posting)],
  );
  await post(database, 'posting', '-CAST(paid AS SIGNED)', '4', "status = 'completed'");
  const [{ insertId: payment }] = await database.query(`
    INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
      description, status, stage, risk_score, risk_reasons, transfer_id, created_by, created_at, processed_at)
    SELECT CONCAT('PAY-', UPPER(LEFT(MD5(CONCAT('p', seq)), 12))), payer, paid, 'EUR',
      CONCAT(${oneOf('FR76,DE89,ES91,BE68,IT60,NL91', 'seq')}, LPAD(spread * 104729, 16, '0')), 'Destinataire',
      ${oneOf('sepa_transfer,sepa_instant,international_transfer', 'seq')}, CONCAT('Facture ', seq), status,
      CASE status WHEN 'pending' THEN 'awaiting_approval' WHEN 'failed' THEN 'rejected' ELSE 'settled' END, 0.2, '[]',
      NULLIF(posting, 0), ${user} + seq, at, processed_at FROM grown ORDER BY seq`);
  await database.query(
    `INSERT INTO holds (account_id, payment_id, amount, state, expires_at, created_at, settled_at)
     SELECT account_id, id, amount, CASE status WHEN 'pending' THEN 'held' WHEN 'failed' THEN 'released' ELSE 'posted' END,
       created_at + INTERVAL 30 DAY, created_at, processed_at FROM payments WHERE id >= ?`,
    [Number(payment)],
  );
  await database.query(`
    UPDATE accounts a JOIN (SELECT payer, SUM(paid) AS paid FROM grown WHERE status = 'pending' GROUP BY payer) waiting
      ON waiting.payer = a.id SET a.held = a.held + waiting.paid`);
}

/**
 * Writes both sides of a transfer for each row that a condition leaves, and the balances that follow.
 * @param {any} database
 * @param {string} transfer column with the transfer's id
 * @param {string} amount what the customer's account gains
 * @param {string} other the bank's account on the other side
 * @param {string} where
 */
async function post(database, transfer, amount, other, where) {
  const at = transfer === 'posting' ? 'processed_at' : 'at';
  const side = (/** @type {string} */ account, /** @type {string} */ sum) =>
    `SELECT seq, ${transfer} AS transfer_id, ${account} AS account_id, ${sum} AS amount, ${at} AS created_at FROM grown WHERE ${where}`;
  await database.query(`CREATE OR REPLACE TEMPORARY TABLE sides AS ${side('payer', amount)}`);
  await database.query(`INSERT INTO sides ${side(other, `-(${amount})`)}`);
  await database.query(`
    INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
    SELECT s.transfer_id, s.account_id, s.amount,
      a.balance + SUM(s.amount) OVER (PARTITION BY s.account_id ORDER BY s.seq), s.created_at
    FROM sides s JOIN accounts a ON a.id = s.account_id ORDER BY s.seq`);
  await database.query(`
    UPDATE accounts a JOIN (SELECT account_id, SUM(amount) AS amount FROM sides GROUP BY account_id) s
      ON s.account_id = a.id SET a.balance = a.balance + s.amount`);
}
