import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import type { ReactNode } from 'react';

/** The permission for each page that figures link to, as in the navigation. */
export const pagePermissions = {
  '/admin/users': 'users:manage',
  '/admin/kyc': 'kyc:review',
  '/admin/transactions': 'transactions:read',
  '/admin/validate-payments': 'payments:review',
} as const;

type Place = keyof typeof pagePermissions;

/** The address of a page, with or without filters. */
export type PermittedAddress = Place | `${Place}?${string}`;

interface PermittedLinkProps {
  to: PermittedAddress;
  'aria-label'?: string;
  children: ReactNode;
  /** The content shown without the permission. */
  otherwise?: ReactNode;
}

/** A link to a page of the back-office, for those whose staff roles may read it. */
export function PermittedLink({ otherwise, ...link }: PermittedLinkProps) {
  const { user } = useSession();
  const [place] = link.to.split('?') as [Place];
  return mayDo(user, 'read', pagePermissions[place]) ? <Link {...link} /> : otherwise;
}
