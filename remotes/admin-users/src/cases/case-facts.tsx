import type { CaseLink, StaffCase } from '@bank/contracts/cases';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { useCaseTexts } from './texts';

/** The pages of the back-office that show a linked thing; a use of a card and a document have none of their own. */
const pages: Partial<Record<CaseLink['type'], (link: CaseLink) => string>> = {
  transaction: ({ id }) => `/admin/transactions?transaction=${id}`,
  payment: ({ id }) => `/valider-paiement?payment=${id}`,
};

/** What a case is about, and what is linked to it. */
export function CaseFacts({ found }: { found: StaffCase }) {
  const { t } = useCaseTexts();
  const { dateTime } = useFormat();
  const { customer, amount, currency, links, decided_at: decidedAt } = found;
  return (
    <Card title={t('one.facts')}>
      <DescriptionList stacked>
        <Fact name={t('list.kind')}>{`${t(`kind.${found.kind}`)} · ${t(`topic.${found.topic}`)}`}</Fact>
        <Fact name={t('list.customer')}>
          <Link to={`/users?${new URLSearchParams({ search: customer.name })}`}>{customer.name}</Link>
        </Fact>
        <Fact name={t('list.amount')}>
          {amount !== null && currency !== null && <Amount value={amount} currency={currency} />}
        </Fact>
        <Fact name={t('list.assignee')}>{found.assignee?.name ?? t('list.free')}</Fact>
        <Fact name={t('list.opened')}>{dateTime(found.created_at)}</Fact>
        <Fact name={t(found.topic === 'not_me' ? 'list.refund_due' : 'list.due')}>
          {dateTime(found.due_at)}
        </Fact>
        <Fact name={t('one.decided')}>
          {decidedAt && `${dateTime(decidedAt)} · ${found.decided_by?.name ?? ''}`}
        </Fact>
        {links.map((link) => (
          <Fact key={`${link.type} ${link.id}`} name={t(`link.${link.type}`)}>
            <LinkedThing link={link} />
          </Fact>
        ))}
      </DescriptionList>
    </Card>
  );
}

function LinkedThing({ link }: { link: CaseLink }) {
  const page = pages[link.type];
  const text = link.label || String(link.id);
  return page ? <Link to={page(link)}>{text}</Link> : text;
}
