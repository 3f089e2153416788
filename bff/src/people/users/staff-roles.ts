import { staffRoles, type Role, type StaffRole } from '@bank/contracts/permissions';
import { text } from '../../platform/database/columns';

const isStaffRole = (name: string): name is StaffRole => staffRoles.some((role) => role === name);

/** The staff roles in a text that separates them by commas. */
export const staffRolesIn = (set: string): StaffRole[] => set.split(',').filter(isStaffRole);

/** The column `users.staff_roles`, a SET. */
export const storedStaffRoles = text.transform(staffRolesIn);

interface Staff {
  role?: Role;
  staff_roles?: readonly StaffRole[] | undefined;
}

/** The value of the column; only administrators have staff roles. */
export const storedAs = ({ role, staff_roles: held = [] }: Staff): string =>
  role === 'admin' ? held.join(',') : '';
