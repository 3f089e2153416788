import type { CaseLink } from '@bank/contracts/cases';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';

interface LinkedPage {
  permission: string;
  pathOf: (id: number) => string;
}

/** The pages of the back-office that show a linked thing; a use of a card and a document have none of their own. */
const pages: Partial<Record<CaseLink['type'], LinkedPage>> = {
  transaction: { permission: 'transactions:read', pathOf: (id) => `/admin/transactions?transaction=${id}` },
  payment: { permission: 'payments:review', pathOf: (id) => `/valider-paiement?payment=${id}` },
  submission: { permission: 'kyc:review', pathOf: (id) => `/admin/kyc?status=all&submission=${id}` },
  customer: { permission: 'users:manage', pathOf: (id) => `/admin/users/${id}` },
};

/** Leads to the page of a linked thing, where the reader's staff roles show it. */
export function LinkedThing({ link: { type, id, label } }: { link: CaseLink }) {
  const { user } = useSession();
  const page = pages[type];
  const text = label || String(id);
  return page && mayDo(user, 'read', page.permission) ? <Link to={page.pathOf(id)}>{text}</Link> : text;
}
