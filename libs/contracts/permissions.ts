/** The roles of the bank (specification 1, section 6). */
export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The roles with each permission. A route of the server names one permission; unlisted roles are refused. */
export const permissions = {
  'session:own': ['user', 'admin'],
  'account:own': ['user', 'admin'],
  'cards:own': ['user', 'admin'],
  'settings:own': ['user', 'admin'],
  'events:own': ['user', 'admin'],
  'cases:own': ['user', 'admin'],
  'cases:manage': ['admin'],
  'kyc:own': ['user', 'admin'],
  'kyc:review': ['admin'],
  'notifications:own': ['user', 'admin'],
  'payments:review': ['admin'],
  'users:manage': ['admin'],
  'logs:read': ['admin'],
  'stats:read': ['admin'],
  'transactions:read': ['admin'],
  'reports:read': ['admin'],
  'tickets:manage': ['admin'],
  'partners:manage': ['admin'],
  'releases:manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Whether a role holds a permission. */
export function allows(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
