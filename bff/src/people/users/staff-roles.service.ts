import { Injectable } from '@nestjs/common';
import {
  decidesAboutMoney,
  type Holder,
  roles,
  staffPermissions,
  type StaffRole,
} from '@bank/contracts/permissions';
import type { User } from '@bank/contracts/users';
import { z } from 'zod';
import { Demonstration } from '../../platform/bank-settings/demonstration.service';
import { rowOf } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import { activeUser } from './active-user';
import { storedStaffRoles } from './staff-roles';

const holderRow = rowOf({ role: z.enum(roles), staff_roles: storedStaffRoles });
const selectHolder = `
  SELECT role, staff_roles FROM users WHERE id = ? AND ${activeUser('users')}`;

@Injectable()
export class StaffRolesService {
  constructor(private readonly demonstration: Demonstration) {}

  /**
   * The staff roles with which a person acts. The demonstration has no other staff than its two owners, who there publish
   * code as well; otherwise nobody both decides about money and does so (specification 4, section 6), also with roles that
   * were given together before `mayCombine` refused them.
   */
  async acting(held: StaffRole[], connection?: Connection): Promise<StaffRole[]> {
    const publishes = held.includes('owner') && (await this.demonstration.isDemonstration(connection));
    if (publishes) return [...new Set<StaffRole>([...held, 'releases'])];
    return held.some(decidesAboutMoney) ? held.filter((role) => role !== 'releases') : held;
  }

  /** A signed-in person's own user object: an administrator's names the roles with which they act, and what these allow. */
  async described<T extends User>(user: T, connection?: Connection): Promise<T> {
    if (!user.staff_roles) return user;
    const holder = { role: user.role, staffRoles: await this.acting(user.staff_roles, connection) };
    return {
      ...user,
      staff_roles: holder.staffRoles,
      staff_permissions: {
        read: staffPermissions(holder, 'read'),
        change: staffPermissions(holder, 'change'),
      },
    };
  }

  /** A user's present rights; undefined for a user who may not sign in. */
  async holder(connection: Connection, userId: number): Promise<Holder | undefined> {
    const row = await connection.row(holderRow, selectHolder, [userId]);
    return row && { role: row.role, staffRoles: await this.acting(row.staff_roles, connection) };
  }
}
