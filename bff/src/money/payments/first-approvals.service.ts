import { Injectable } from '@nestjs/common';
import { allows } from '@bank/contracts/permissions';
import type { PaymentStatus } from '@bank/contracts/payments';
import type { Connection } from '../../platform/database/database';
import { StaffRolesService } from '../../people/users/staff-roles.service';

interface FirstApproved {
  status: PaymentStatus;
  firstApprovedBy: number | null;
}

/** The first of two approvals of a payment, which counts only while its author may still approve. */
@Injectable()
export class FirstApprovalsService {
  constructor(private readonly staff: StaffRolesService) {}

  /** Whether a first approval by this user counts now. */
  async counts(connection: Connection, userId: number): Promise<boolean> {
    const holder = await this.staff.holder(connection, userId);
    return holder !== undefined && allows(holder, 'payments:review', 'change');
  }

  /** The payments, undecided ones without a first approval that does not count any more. */
  async counted<P extends FirstApproved>(connection: Connection, payments: P[]): Promise<P[]> {
    const undecided = payments.filter(({ status }) => status === 'pending');
    const authors = new Set(undecided.flatMap(({ firstApprovedBy }) => firstApprovedBy ?? []));
    const former = new Set<number | null>();
    for (const author of authors) if (!(await this.counts(connection, author))) former.add(author);
    return payments.map((payment) =>
      payment.status === 'pending' && former.has(payment.firstApprovedBy)
        ? { ...payment, firstApprovedBy: null }
        : payment,
    );
  }
}
