import type { Ticket } from '@bank/contracts/tickets';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { useLabelTexts } from '../labels/texts';
import { useTicketTexts } from './texts';

/** The list of people filtered to one person: a page of another remote. */
const addressOf = ({ email }: NonNullable<Ticket['customer']>) =>
  `/users?${new URLSearchParams({ search: email })}`;

export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const { t: words } = useLabelTexts();
  const { dateTime } = useFormat();
  const { customer } = ticket;
  return (
    <Card title={t('one.facts')}>
      <DescriptionList stacked>
        <Fact name={t('list.person')}>{`${ticket.firstName} ${ticket.lastName}`}</Fact>
        <Fact name={t('one.customer')}>
          {customer && <Link to={addressOf(customer)}>{customer.name}</Link>}
        </Fact>
        <Fact name={t('one.email')}>{ticket.email}</Fact>
        <Fact name={t('one.phone')}>{ticket.phone}</Fact>
        <Fact name={t('one.language')}>{t(`one.language_${ticket.language}`)}</Fact>
        <Fact name={t('list.category')}>{words(`category.${ticket.category}`)}</Fact>
        <Fact name={t('list.priority')}>{words(`priority.${ticket.priority}`)}</Fact>
        <Fact name={t('list.created')}>{dateTime(ticket.created_at)}</Fact>
        <Fact name={t('list.due')}>{dateTime(ticket.answer_by)}</Fact>
      </DescriptionList>
    </Card>
  );
}
