import type { StaffCase } from '@bank/contracts/cases';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { LinkedThing } from './linked-thing';
import { useCaseTexts } from './texts';

/** The subject of a case, and its links. */
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
