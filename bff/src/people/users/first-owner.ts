import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import type { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { activeUser } from './active-user';

/** Locked first by every such command: without an owner, the statement below locks nothing that another one waits for. */
const gate = 'SELECT id FROM users ORDER BY id LIMIT 1 FOR UPDATE';

const anyOwner = `
  SELECT 1 FROM users WHERE role = 'admin' AND ${activeUser('users')}
    AND FIND_IN_SET('owner', staff_roles) FOR UPDATE`;

const verifiedPerson = `
  SELECT id FROM users WHERE email_key = ? AND ${activeUser('users')}
    AND email_verified_at IS NOT NULL FOR UPDATE`;

/** Why nobody was appointed. */
type FirstOwnerRefusal = 'owner_exists' | 'person_unknown';

/**
 * Makes a person with a verified e-mail the bank's first owner, who appoints all others by the back-office. Refused once
 * there is an owner, so that the command is no way round the second administrator. Undefined when it is done.
 */
export function appointFirstOwner(database: Database, email: string): Promise<FirstOwnerRefusal | undefined> {
  const audit = new AuditService(new Clock());
  return database.transaction(async (tx) => {
    await tx.exists(gate);
    if (await tx.exists(anyOwner)) return 'owner_exists';
    const person = await tx.row(idRow, verifiedPerson, [email]);
    if (!person) return 'person_unknown';
    const { id } = person;
    await tx.write("UPDATE users SET role = 'admin', staff_roles = 'owner' WHERE id = ?", [id]);
    const facts = { text: 'user.first_owner', values: { id } } as const;
    await audit.record(tx, {
      action: 'user.changed',
      type: 'warning',
      ...facts,
      userId: id,
      email,
      requestId: null,
    });
    return undefined;
  });
}
