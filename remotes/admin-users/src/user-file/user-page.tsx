import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { LogList, ManagedUserDetails } from '@bank/contracts/admin';
import type { ManagedCards } from '@bank/contracts/admin-cards';
import type { CustomerFile } from '@bank/contracts/finder';
import { LoadingRows, QueryBoundary } from '@bank/client/query-boundary';
import { Link, useParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { unbroken } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { kycTones, listedKycOf } from '../kyc/submission';
import { useTexts } from '../texts';
import { nameOf, stateNameOf } from '../user-cards/card-name';
import { useCardTexts } from '../user-cards/texts';
import { useUserCards } from '../user-cards/user-cards.api';
import { useUser } from '../users/users.api';
import { FiledPart, Line, Part, PaymentPart } from './file-parts';
import { useFileTexts } from './texts';
import { useCustomerFile, useNewestLogs } from './user-file.api';
import styles from './user-file.module.css';

/** Everything that the bank has of one customer, with a link to each screen that has more. */
export function UserPage() {
  const { t } = useFileTexts();
  const id = Number(useParams().id);
  const person = useUser(id);
  const query = useCustomerFile(id);
  const cards = useUserCards(id);
  const mayReadLogs = mayDo(useSession().user, 'read', 'logs:read');
  const logs = useNewestLogs(id, mayReadLogs);
  // All parts at once, each in its column: one that comes later would move the others.
  const isWaiting = [person, query, cards, logs].some(({ isLoading }) => isLoading);
  const user = isWaiting ? undefined : person.data;
  return (
    <Page layout="desk">
      <PageHeading
        title={user ? `${user.first_name} ${user.last_name}` : t('title')}
        lead={user && <Lead user={user} />}
        actions={!isWaiting && <Ways id={id} />}
      />
      {isWaiting ? (
        <LoadingRows rows={8} />
      ) : (
        <QueryBoundary query={query} rows={8} failed={t('failed')} message={t('failed_message')}>
          {(file) => (
            <File
              id={id}
              file={file}
              cards={cards.data?.cards}
              logs={mayReadLogs ? (logs.data?.logs ?? []) : undefined}
            />
          )}
        </QueryBoundary>
      )}
    </Page>
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
  const { user } = useSession();
  const ways = [
    {
      to: `/admin/transactions?user_id=${id}`,
      name: t('users.transactions'),
      permission: 'transactions:read',
    },
    { to: `/admin/users/${id}/cards`, name: t('users.cards'), permission: 'users:manage' },
    { to: `/admin/logs?user_id=${id}`, name: t('users.logs'), permission: 'logs:read' },
  ];
  return ways
    .filter(({ permission }) => mayDo(user, 'read', permission))
    .map(({ to, name }) => (
      <Link key={to} to={to} className={buttonClass({ variant: 'secondary', size: 'small' })}>
        {name}
      </Link>
    ));
}

interface FileProps {
  id: number;
  file: CustomerFile;
  cards: ManagedCards['cards'] | undefined;
  /** Undefined for those who may not read the log. */
  logs: LogList['logs'] | undefined;
}

function File({ id, file, cards = [], logs }: FileProps) {
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
      <CardPart id={id} cards={cards} />
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
      {logs && <LogPart logs={logs} />}
    </div>
  );
}

function CardPart({ id, cards }: { id: number; cards: ManagedCards['cards'] }) {
  const { t } = useFileTexts();
  const { t: words } = useCardTexts();
  return (
    <Part title={t('cards')}>
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
    </Part>
  );
}

function LogPart({ logs }: { logs: LogList['logs'] }) {
  const { t } = useFileTexts();
  const { dateTime } = useFormat();
  return (
    <Part title={t('logs')}>
      {logs.map(({ id: line, created_at: at, message }) => (
        <Line key={line} title={unbroken(message)} note={dateTime(at)} />
      ))}
    </Part>
  );
}
