import type { ReactNode } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { FirstStep } from '@bank/contracts/overview';
import { Link } from '@bank/client/router';
import { Button, buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CopyButton } from '@bank/ui/copy-button';
import { Cluster } from '@bank/ui/layout';
import { setSimple } from '@bank/ui/simple-mode';
import { useToast } from '@bank/ui/toast';
import { AccountScene, CardScene, IdentityScene, MoneyScene } from '../pictures/scenes';
import { useSimpleTexts } from '../simple/texts';
import styles from './first-steps.module.css';
import { useStepTexts } from './texts';

interface FirstStepsProps {
  /** Those that are still to do, at least one. */
  steps: readonly FirstStep[];
  account: string;
}

const scenes = { money: MoneyScene, card: CardScene, identity: IdentityScene };
/** All of them are left as long as the account has only just been opened. */
const allSteps = Object.keys(scenes).length;

/** A new customer's first steps; each step goes away once it is done. */
export function FirstSteps({ steps, account }: FirstStepsProps) {
  const { t } = useStepTexts();
  const { t: simple } = useSimpleTexts();
  const ways: Record<FirstStep, ReactNode> = {
    money: <Iban account={account} />,
    card: <Way to="/dashboard/cards" step="card" />,
    identity: <Way to="/dashboard/kyc" step="identity" />,
  };
  return (
    <Card title={t('title')}>
      {steps.length === allSteps && <AccountScene />}
      <p className={styles.lead}>{t('lead', { count: steps.length })}</p>
      <ul className={styles.steps}>
        {steps.map((step) => {
          const Picture = scenes[step];
          return (
            <li key={step} className={styles.step}>
              <Picture />
              <h3>{t(step)}</h3>
              <p className={styles.text}>{t(`${step}_text`)}</p>
              <div className={styles.way}>{ways[step]}</div>
            </li>
          );
        })}
      </ul>
      <p className={styles.simple}>
        {simple('offer')}{' '}
        <Button variant="quiet" size="small" onClick={() => setSimple(true)}>
          {simple('offer_go')}
        </Button>
      </p>
    </Card>
  );
}

function Way({ to, step }: { to: string; step: 'card' | 'identity' }) {
  const { t } = useStepTexts();
  return (
    <Link to={to} className={buttonClass({ variant: 'secondary', size: 'small' })}>
      {t(`${step}_go`)}
    </Link>
  );
}

/** The account number, to copy and, where the browser can, to share. */
function Iban({ account }: { account: string }) {
  const { t } = useStepTexts();
  const { show } = useToast();
  const share = () =>
    navigator.share({ title: 'IBAN', text: inGroupsOfFour(account) }).catch((error: unknown) => {
      // The person closed the system's dialog.
      if (error instanceof Error && error.name === 'AbortError') return;
      show({ type: 'error', message: t('share_failed') });
    });
  return (
    <>
      <p className={`${styles.iban} account-number`}>{inGroupsOfFour(account)}</p>
      <Cluster gap={8}>
        <CopyButton text={account} label={t('copy')} fullLabel={t('copy_full')} done={t('copied')} />
        {'share' in navigator && (
          <Button
            variant="secondary"
            size="small"
            icon="send"
            aria-label={t('share_full')}
            onClick={() => void share()}
          >
            {t('share')}
          </Button>
        )}
      </Cluster>
    </>
  );
}
