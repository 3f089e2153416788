/** The roles of the bank (specification 1, section 6). */
export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The roles of an administrator, one or more each (specification 4, section 6). */
export const staffRoles = [
  'support',
  'payments',
  'compliance',
  'operations',
  'releases',
  'auditor',
  'owner',
] as const;
export type StaffRole = (typeof staffRoles)[number];

/** A person as far as their permissions go; customers have no staff roles. */
export interface Holder {
  role: Role;
  staffRoles: readonly StaffRole[];
}

/** The two acts of a permission. */
export type Act = 'read' | 'change';

interface StaffPermission {
  changes: readonly StaffRole[];
  /** Beside those who change, and auditors. */
  reads: readonly StaffRole[];
}

const signedIn = 'signed-in';
const everyStaffRole = staffRoles.filter((role) => role !== 'auditor');

/** The roles with each permission. A route of the server names one; everybody else is refused. */
export const permissions = {
  'session:own': signedIn,
  'account:own': signedIn,
  'cards:own': signedIn,
  'settings:own': signedIn,
  'events:own': signedIn,
  'cases:own': signedIn,
  'kyc:own': signedIn,
  'notifications:own': signedIn,
  'kyc:review': { changes: ['compliance', 'owner'], reads: ['support'] },
  'payments:review': { changes: ['payments', 'owner'], reads: ['support', 'compliance', 'operations'] },
  /** The list of people; what may be changed of them is decided by field. */
  'users:manage': { changes: ['support', 'payments', 'compliance', 'owner'], reads: ['operations'] },
  /** A person's names, contact data and password, and whether they may sign in. */
  'contacts:change': { changes: ['support', 'compliance', 'owner'], reads: [] },
  'balances:change': { changes: ['payments', 'owner'], reads: [] },
  /** Managing administrators and their roles. */
  'staff:manage': { changes: ['owner'], reads: [] },
  /** Deciding changes that wait for a second administrator; the change determines the deciders. */
  'approvals:decide': { changes: ['support', 'payments', 'compliance', 'owner'], reads: ['operations'] },
  'logs:read': { changes: ['owner'], reads: ['compliance', 'operations'] },
  'stats:read': { changes: ['owner'], reads: everyStaffRole },
  'transactions:read': { changes: ['owner'], reads: ['support', 'payments', 'compliance'] },
  'reports:read': { changes: ['owner'], reads: ['payments', 'compliance', 'operations'] },
  'tickets:manage': { changes: ['support', 'owner'], reads: ['payments', 'compliance'] },
  /** Taking cases, noting and writing in them. */
  'cases:manage': { changes: ['support', 'payments', 'compliance', 'owner'], reads: ['operations'] },
  /** Accepting one may bring money back. */
  'cases:decide': { changes: ['payments', 'compliance', 'owner'], reads: [] },
  /** One's own views of lists, and colleagues' that are shared. */
  'views:own': { changes: everyStaffRole, reads: [] },
  /** Managing incidents and their public texts. */
  'incidents:manage': {
    changes: ['operations', 'owner'],
    reads: ['support', 'payments', 'compliance', 'releases'],
  },
  /** Messages to many customers; a second person approves each. */
  'messages:manage': { changes: ['support', 'owner'], reads: ['compliance', 'operations'] },
  /** The rules over events: drafts, replays, and the publication that a second person approves. */
  'rules:manage': { changes: ['compliance', 'owner'], reads: ['payments', 'operations'] },
  'partners:manage': { changes: ['operations', 'owner'], reads: ['releases'] },
  'releases:manage': { changes: ['releases'], reads: ['operations', 'owner'] },
} as const satisfies Record<string, typeof signedIn | StaffPermission>;

export type Permission = keyof typeof permissions;

/** The staff roles with which a permission allows an act; null where every signed-in person may. */
export function staffRolesFor(permission: Permission, act: Act): StaffRole[] | null {
  const holders: typeof signedIn | StaffPermission = permissions[permission];
  if (holders === signedIn) return null;
  const allowed = act === 'change' ? holders.changes : [...holders.changes, ...holders.reads, 'auditor'];
  return staffRoles.filter((role) => allowed.includes(role));
}

/** Whether a person holds a permission. */
export function allows(
  { role, staffRoles: held }: Holder,
  permission: Permission,
  act: Act = 'read',
): boolean {
  const needed = staffRolesFor(permission, act);
  return needed === null || (role === 'admin' && held.some((each) => needed.includes(each)));
}

/** The permissions of administrators that a person holds. */
export const staffPermissions = (holder: Holder, act: Act): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter(
    (permission) => permissions[permission] !== signedIn && allows(holder, permission, act),
  );

/** Whose decisions move money: those of balances and payments, and of a dispute, which brings money back. */
const moneyPermissions = ['balances:change', 'payments:review', 'cases:decide'] as const;

/** Whether a role decides about money. */
export const decidesAboutMoney = (role: StaffRole): boolean =>
  moneyPermissions.some((permission) => permissions[permission].changes.some((each) => each === role));

/**
 * Whether one person may have those roles together: nobody both decides about money and publishes code (specification 4,
 * section 6), and an auditor changes nothing.
 */
export function mayCombine(held: readonly StaffRole[]): boolean {
  if (held.includes('releases') && held.some(decidesAboutMoney)) return false;
  return !held.includes('auditor') || held.length === 1;
}
