import { useRef } from 'react';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { DebitSettings } from './debit-settings';
import { DebitTable } from './debit-table';
import { HeldDebits } from './held-debits';
import { MandateTable } from './mandate-table';
import { useDebitTexts } from './texts';

/** The direct debits of the account: questions, collections, mandates, and the creditors allowed. */
export function DirectDebitsPage() {
  const { t: title } = useTexts();
  const { t } = useDebitTexts();
  const top = useRef<HTMLDivElement>(null);
  const focusTop = () => top.current?.focus();
  return (
    <Page inOrder>
      <div ref={top} tabIndex={-1}>
        <PageHeading title={title('direct_debits.title')} lead={t('lead')} />
      </div>
      <HeldDebits onDecided={focusTop} />
      <DebitTable onDecided={focusTop} />
      <MandateTable />
      <DebitSettings />
    </Page>
  );
}
