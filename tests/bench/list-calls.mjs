/**
 * @typedef {object} Samples what is looked for in a bank
 * @property {Record<'email' | 'username' | 'first_name' | 'last_name', string> & { id: number }} person
 * @property {{ id: number }} customer
 * @property {{ reference: string, recipient: string }} payment
 * @property {{ reference: string }} transfer
 * @property {string} day a day with log lines
 *
 * @typedef {{ name: string, path: string, by: 'admin' | 'customer' }} ListCall
 */

const sorts = ['id', 'last_name', 'first_name', 'email', 'username', 'created_at', 'balance'];
const types = ['incoming', 'deposit', 'outgoing', 'withdrawal', 'payment', 'transfer'];

/** The first page of every list, under every filter, order and search. @param {Samples} samples @returns {ListCall[]} */
export function listCalls(samples) {
  return [
    ...calls('admin', 'admin/users', userQueries(samples)),
    ...calls('admin', 'paiement', paymentQueries(samples)),
    ...calls('admin', 'admin/kyc', each('status', ['pending', 'approved', 'rejected', 'all'])),
    ...calls('admin', 'admin/logs', logQueries(samples)),
    ...calls('admin', 'admin/transactions', transactionQueries(samples)),
    ...calls('admin', 'admin/jobs', { 'first page': {} }),
    ...calls('admin', 'admin/rail', { 'on its way': {} }),
    ...calls('admin', 'admin/stats', { figures: {} }),
    ...calls('customer', 'user/transactions', {
      'first page': {},
      'one day': { dateFrom: samples.day, dateTo: samples.day },
      ...each('type', types),
      ...each('status', ['completed', 'pending', 'failed']),
      search: { search: 'Facture 99' },
    }),
    ...calls('customer', 'user/transactions/export', { 'as a table': { format: 'csv' } }),
    ...calls('customer', 'notifications', each('filter', ['all', 'unread', 'transaction', 'security'])),
    ...['overview', 'solde', 'carte', 'user/scheduled_payments', 'auth/sessions'].flatMap((path) =>
      calls('customer', path, { 'first page': {} }),
    ),
  ];
}

/** @param {Samples} samples */
const userQueries = ({ person: { id, email, username, first_name: first, last_name: last } }) => ({
  'first page': {},
  ...each('role', ['admin', 'user']),
  ...each('status', ['active', 'inactive']),
  ...each('kyc_status', ['pending', 'approved', 'rejected']),
  'all filters': { role: 'user', status: 'inactive', kyc_status: 'pending' },
  ...Object.fromEntries(
    sorts.flatMap((sort) => [
      [`by ${sort}`, { sort }],
      [`by ${sort}, the last first`, { sort, order: 'desc' }],
      [`by ${sort}, inactive`, { sort, status: 'inactive' }],
      [`by ${sort}, administrators`, { sort, role: 'admin' }],
    ]),
  ),
  'search by last name': { search: last },
  'search by the start of a last name': { search: last.slice(0, 3) },
  'search by one letter': { search: 'm' },
  'search by both names': { search: `${first} ${last}` },
  'search by both names, by balance': { search: `${last} ${first}`, sort: 'balance' },
  'search by last name, by e-mail': { search: last, sort: 'email', order: 'desc' },
  'search by last name, inactive': { search: last, status: 'inactive' },
  'search by e-mail': { search: email },
  'search by the start of an e-mail': { search: email.slice(0, -10) },
  'search by username': { search: username },
  'search by number': { search: String(id) },
  'search without result': { search: 'zzzzqqqq' },
});

/** @param {Samples} samples */
const paymentQueries = ({ payment: { reference, recipient } }) => ({
  'first page': {},
  ...each('status', ['pending', 'completed', 'failed']),
  ...each('stage', ['awaiting_approval', 'settled', 'rejected', 'in_doubt']),
  'search by reference': { search: reference },
  'search by the start of a reference': { search: reference.slice(0, 9) },
  'search by the start of every reference': { search: 'PAY-' },
  'search by the start of every reference, failed': { search: 'PAY-', status: 'failed' },
  'search by account': { search: recipient },
  'search by the start of an account': { search: recipient.slice(0, 9) },
  'search by a country’s accounts': { search: recipient.slice(0, 4) },
  'search by a country’s accounts, pending': { search: recipient.slice(0, 4), status: 'pending' },
  'search by the middle of an account': { search: recipient.slice(6, 12) },
  'search without result': { search: 'zzzzqqqq' },
});

/** @param {Samples} samples */
const logQueries = ({ person, day }) => ({
  'first page': {},
  ...each('type', ['info', 'warning', 'error']),
  'one action': { action: 'ledger.deposit' },
  'part of an action': { action: 'session' },
  'part of an action, errors': { action: 'session', type: 'error' },
  'no action': { action: 'zzzzqqqq' },
  'one person': { user_id: String(person.id) },
  'one person, warnings': { user_id: String(person.id), type: 'warning' },
  'one day': { dateFrom: day, dateTo: day },
  'one day, warnings': { dateFrom: day, dateTo: day, type: 'warning' },
  'until a day, information': { dateTo: day, type: 'info' },
});

/** @param {Samples} samples */
const transactionQueries = ({ person, customer, payment, transfer, day }) => ({
  'first page': {},
  ...each('type', types),
  ...each('status', ['completed', 'pending', 'failed', 'cancelled']),
  'one day': { dateFrom: day, dateTo: day },
  'search by reference': { search: transfer.reference },
  'search by the start of a reference': { search: transfer.reference.slice(0, 7) },
  'search by the reference of a payment': { search: payment.reference },
  'search by account': { search: payment.recipient },
  'search by e-mail': { search: person.email },
  'of one person': { user_id: String(customer.id) },
  'of one person, search': { user_id: String(customer.id), search: 'Facture 99' },
});

/** @param {string} name @param {string[]} values @returns {Record<string, Record<string, string>>} */
const each = (name, values) =>
  Object.fromEntries(values.map((value) => [`${name} ${value}`, { [name]: value }]));

/**
 * @param {'admin' | 'customer'} by
 * @param {string} path
 * @param {Record<string, Record<string, string>>} queries
 * @returns {ListCall[]}
 */
const calls = (by, path, queries) =>
  Object.entries(queries).map(([name, query]) => ({
    name: `${path}: ${name}`,
    path: `${path}?${new URLSearchParams(query)}`,
    by,
  }));
