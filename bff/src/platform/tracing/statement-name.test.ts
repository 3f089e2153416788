import { statementName } from './statement-name';

it.each([
  ['SELECT id, name FROM users WHERE email = ?', 'SELECT users'],
  ["SELECT 'a' FROM users", 'SELECT'],
  ['UPDATE accounts SET balance = 1', 'UPDATE accounts'],
  ["INSERT INTO audit_log (text) VALUES ('DELETE FROM secrets')", 'INSERT audit_log'],
  ["UPDATE users SET name = 'x; DELETE FROM secrets'", 'UPDATE users'],
  ['START TRANSACTION;\nSELECT id FROM accounts WHERE id IN (1, 2) FOR UPDATE', 'SELECT accounts'],
  ['COMMIT', 'transaction'],
])('names %s', (sql, name) => expect(statementName(sql)).toBe(name));
