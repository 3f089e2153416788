import type { HostConfig } from '@bank/contracts/host-config';
import { config } from '@bank/client/config';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import styles from './demo-accounts.module.css';

export type DemoAccount = HostConfig['demo_accounts'][number];

/** The demonstration accounts, if the database contains demonstration data. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const { t } = useTexts();
  if (config.demo_accounts.length === 0) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demo.title')}</h2>
      <p className={styles.lead}>{t('demo.lead')}</p>
      <ul className={styles.accounts}>
        {config.demo_accounts.map((account) => (
          <li key={account.username}>
            <h3>{t(`demo.${account.role}`)}</h3>
            <dl className={styles.secrets}>
              <dt>{t('demo.username')}</dt>
              <dd>{account.username}</dd>
              <dt>{t('demo.password')}</dt>
              <dd>{account.password}</dd>
            </dl>
            <Button
              variant="secondary"
              size="small"
              className="needs-script"
              onClick={() => onChoose(account)}
            >
              {t(`demo.fill_${account.role}`)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
