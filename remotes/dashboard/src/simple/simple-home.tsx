import { useNavEntries } from '@bank/client/published';
import { QueryError } from '@bank/client/query-boundary';
import { Link, useNavigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Button } from '@bank/ui/button';
import { setSimple } from '@bank/ui/simple-mode';
import { Skeleton } from '@bank/ui/skeleton';
import { BalanceFigure } from '../balance/balance-figure';
import { CounterWindow } from '../overview/counter-window';
import { DaysLeft, passedOf } from '../overview/days-left';
import { useOverview } from '../overview/overview.api';
import { ChoiceList } from '@bank/client/choice-list';
import styles from './simple-home.module.css';
import { SimplePage } from './simple-page';
import { useSimpleTexts } from './texts';

const here = '/dashboard';

/** The overview in Mode simple: what can be spent, and four actions. */
export function SimpleHome() {
  const { t } = useSimpleTexts();
  return (
    <SimplePage question={t('home')} onBack={null}>
      <Money />
      <ChoiceList
        choices={[
          { title: t('send'), text: t('send_text'), icon: 'send', go: `${here}/simple/send` },
          { title: t('moves'), text: t('moves_text'), icon: 'arrow-left-right', go: `${here}/simple/moves` },
          { title: t('card'), text: t('card_text'), icon: 'lock', go: `${here}/simple/card` },
          { title: t('help'), text: t('help_text'), icon: 'life-buoy', go: `${here}/simple/help` },
        ]}
      />
      <Others />
    </SimplePage>
  );
}

function Money() {
  const { t } = useSimpleTexts();
  const query = useOverview();
  const { data } = query;
  if (query.isError && !data) return <QueryError query={query} />;
  return (
    <section className={styles.money} aria-labelledby="simple-money">
      <h2 id="simple-money" className={styles.label}>
        {t('money')}
      </h2>
      <CounterWindow passed={data?.income && passedOf(data.income)}>
        {data ? (
          <BalanceFigure value={data.available_balance} currency={data.currency} />
        ) : (
          <Skeleton height="figure" />
        )}
      </CounterWindow>
      {data?.income && <DaysLeft income={data.income} available={data.available_balance} />}
    </section>
  );
}

/** Everything else, and the way out: the frame's navigation is not on these pages. */
function Others() {
  const { t, language } = useSimpleTexts();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const entries = useNavEntries('main').filter(({ path }) => path !== here);
  return (
    <details className={styles.others}>
      <summary>{t('others')}</summary>
      <nav aria-label={t('others')}>
        <ul className={styles.links}>
          {entries.map(({ path, label }) => (
            <li key={path}>
              <Link to={path}>{label[language]}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.ends}>
        <Button variant="secondary" onClick={() => setSimple(false)}>
          {t('leave')}
        </Button>
        <Button
          variant="secondary"
          icon="log-out"
          onClick={() => void signOut().then(() => navigate('/login', { replace: true }))}
        >
          {t('sign_out')}
        </Button>
      </div>
    </details>
  );
}
