import { type CaseKind, isPublicKind } from '@bank/contracts/cases';
import { ApiException } from '../../platform/errors/api-exception';

/** A case and the customer whom it is about. */
interface OfCustomer {
  kind: CaseKind;
  userId: number;
}

/**
 * Keeps staff out of cases about themselves, of which they must not learn that the bank opened one (art. L561-18, monetary and
 * financial code).
 * @throws ApiException OWN_CASE for one that they opened; NOT_FOUND for one of the bank's own.
 */
export function refuseOwnCase({ kind, userId }: OfCustomer, readerId: number): void {
  if (userId === readerId) throw new ApiException(isPublicKind(kind) ? 'OWN_CASE' : 'NOT_FOUND');
}

/** The values of a line of the log about a case; one of the bank's own names the customer, from whom the log hides the line. */
export const caseValues = ({ reference, kind, userId }: OfCustomer & { reference: string }) => ({
  reference,
  ...(!isPublicKind(kind) && { user: userId }),
});
