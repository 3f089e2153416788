import { writeDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Cluster } from '@bank/ui/layout';
import { useTexts } from '../texts';
import { PayeeButtons } from './payee-buttons';
import { type PayeeChoice, recentChoice } from './payee-choice';
import { useRecentPayees } from './recent-payees.api';
import styles from './recent-payees.module.css';
import { transferDraft } from './transfer-draft';

/** Sends to somebody of before: opens the transfer form with them chosen. Nothing for who has sent to nobody. */
export function RecentPayees() {
  const { t } = useTexts();
  const { user } = useSession();
  const { open } = useUrlDialog('transfer');
  const payees = useRecentPayees().data?.payees ?? [];
  if (!user || payees.length === 0) return null;
  const send = ({ values }: PayeeChoice) => {
    writeDraft(user.id, transferDraft, values);
    open();
  };
  return (
    <section className={styles.recent} aria-labelledby="recent-payees">
      <h3 id="recent-payees" className={styles.title}>
        {t('transfer.recent')}
      </h3>
      <Cluster gap={8}>
        <PayeeButtons choices={payees.map(recentChoice)} onChoose={send} />
      </Cluster>
    </section>
  );
}
