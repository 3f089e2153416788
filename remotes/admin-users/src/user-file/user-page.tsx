import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { LogList, ManagedUserDetails } from '@bank/contracts/admin';
import type { ManagedCards } from '@bank/contracts/admin-cards';
import type { CustomerFile } from '@bank/contracts/finder';
import { DetailPage } from '@bank/client/detail-page';
import { QueryBoundary, type QueryState } from '@bank/client/query-boundary';
import { Link, useParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { unbroken } from '@bank/i18n/format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import { kycTones, listedKycOf } from '../kyc/submission';
import { useTexts } from '../texts';
import { nameOf, stateNameOf } from '../user-cards/card-name';
import { useCardTexts } from '../user-cards/texts';
import { useUserCards } from '../user-cards/user-cards.api';
import { useUser } from '../users/users.api';
import { FiledPart, Line, Lines, Part, PaymentPart } from './file-parts';
import { useFileTexts } from './texts';
import { useCustomerFile, useNewestLogs } from './user-file.api';
import styles from './user-file.module.css';

/** Everything that the bank has of one customer, with a link to each screen that has more. */
export function UserPage() {
  const { t } = useFileTexts();
  const id = Number(useParams().id);
  const person = useUser(id);
  const file = useCustomerFile(id);
  const cards = useUserCards(id);
  const mayReadLogs = mayDo(useSession().user, 'read', 'logs:read');
  const logs = useNewestLogs(id, mayReadLogs);
  // All parts at once, each in its column: one that comes later would move the others.
  const isWaiting = [person, file, cards, logs].some(({ isLoading }) => isLoading);
  const isWhole = !isWaiting && person.data && file.data;
  const query = {
    ...(person.isError ? person : file),
    data: isWhole ? { user: person.data, file: file.data } : undefined,
    refetch: () => Promise.all([person.refetch(), file.refetch()]),
  };
  return (
    <DetailPage
      query={query}
      back={{ to: '/admin/users', label: t('all_users') }}
      title={t('title')}
      failed={t('failed')}
      message={t('failed_message')}
      missing={t('missing')}
      layout="desk"
    >
      {(found) => (
        <>
          <PageHeading
            title={`${found.user.first_name} ${found.user.last_name}`}
            lead={<Lead user={found.user} />}
            actions={<Ways id={id} />}
          />
          <File id={id} file={found.file} cards={cards} logs={mayReadLogs ? logs : undefined} />
        </>
      )}
    </DetailPage>
  );
}

function Lead({ user }: { user: ManagedUserDetails }) {
  const { t } = useTexts();
  const { t: own } = useFileTexts();
  // A telephone number stays on one line.
  const phone = user.phone?.replaceAll(' ', '\u00a0');
  const contact = [own('number', { id: user.id }), user.email, ...(phone ? [phone] : [])];
  return (
    <span className={styles.lead}>
      {contact.join(' · ')}
      <Badge tone={user.status === 'active' ? 'success' : 'neutral'}>
        {t(`users.status_${user.status}`)}
      </Badge>
      <Badge tone={kycTones[user.kyc_status]}>{t(`users.kyc_${listedKycOf(user)}`)}</Badge>
    </span>
  );
}

function Ways({ id }: { id: number }) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { user } = useSession();
  const ways = [
    {
      to: `/admin/users?user=${id}&action=edit`,
      name: shared('action.edit'),
      permission: 'users:manage',
      way: 'change',
    },
    {
      to: `/admin/transactions?user_id=${id}`,
      name: t('users.transactions'),
      permission: 'transactions:read',
    },
    { to: `/admin/users/${id}/cards`, name: t('users.cards'), permission: 'users:manage' },
    { to: `/admin/logs?user_id=${id}`, name: t('users.logs'), permission: 'logs:read' },
  ] as const;
  return ways
    .filter((each) => mayDo(user, 'way' in each ? each.way : 'read', each.permission))
    .map(({ to, name }) => (
      <Link key={to} to={to} className={buttonClass({ variant: 'secondary', size: 'small' })}>
        {name}
      </Link>
    ));
}

interface FileProps {
  id: number;
  file: CustomerFile;
  cards: QueryState<ManagedCards>;
  /** Undefined for those who may not read the log. */
  logs: QueryState<LogList> | undefined;
}

function File({ id, file, cards, logs }: FileProps) {
  const { t } = useFileTexts();
  const { dateTime } = useFormat();
  return (
    <div className={styles.parts}>
      <Part title={t('accounts')}>
        {file.accounts.map(({ currency, iban, balance, reserved }) => (
          <Line
            key={currency}
            title={inGroupsOfFour(iban)}
            note={
              reserved > 0 && (
                <>
                  {t('reserved')} <Amount value={reserved} currency={currency} />
                </>
              )
            }
            end={<Amount value={balance} currency={currency} />}
          />
        ))}
      </Part>
      <CardPart id={id} query={cards} />
      <PaymentPart payments={file.payments} />
      <FiledPart
        title={t('submissions')}
        items={file.submissions}
        pathOf={({ id: submission }) => `/admin/kyc?status=all&submission=${submission}`}
      />
      <FiledPart title={t('cases')} items={file.cases} pathOf={({ id: one }) => `/admin/cases/${one}`} />
      <FiledPart
        title={t('tickets')}
        items={file.tickets}
        pathOf={({ id: one }) => `/admin/tickets/${one}`}
      />
      <Part title={t('sessions')}>
        {file.sessions.map(({ id: session, title, at, last_seen_at: seen }) => (
          <Line
            key={session}
            title={title}
            note={t('session_times', { at: dateTime(at), seen: dateTime(seen) })}
          />
        ))}
      </Part>
      {logs && <LogPart query={logs} />}
    </div>
  );
}

function CardPart({ id, query }: { id: number; query: QueryState<ManagedCards> }) {
  const { t } = useFileTexts();
  const { t: words } = useCardTexts();
  return (
    <Card title={t('cards')}>
      <QueryBoundary query={query} rows={3} failed={words('failed')} message={words('failed_message')}>
        {({ cards }) => (
          <Lines>
            {cards.map((card) => {
              const state = words(stateNameOf(card));
              return (
                <Line
                  key={card.id}
                  title={<Link to={`/admin/users/${id}/cards`}>{nameOf(card)}</Link>}
                  end={card.state === 'active' ? state : <Badge icon={false}>{state}</Badge>}
                />
              );
            })}
          </Lines>
        )}
      </QueryBoundary>
    </Card>
  );
}

function LogPart({ query }: { query: QueryState<LogList> }) {
  const { t } = useFileTexts();
  const { t: words } = useTexts();
  const { dateTime } = useFormat();
  return (
    <Card title={t('logs')}>
      <QueryBoundary
        query={query}
        rows={3}
        failed={words('logs.failed')}
        message={words('logs.failed_message')}
      >
        {({ logs }) => (
          <Lines>
            {logs.map(({ id: line, created_at: at, message }) => (
              <Line key={line} title={unbroken(message)} note={dateTime(at)} />
            ))}
          </Lines>
        )}
      </QueryBoundary>
    </Card>
  );
}
