import { useRef } from 'react';
import { Link } from '@bank/client/router';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Dialog } from '@bank/ui/dialog';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { useScheduledTexts } from './texts';
import { DebitForm } from './debit-form';
import { DebitTable } from './debit-table';
import styles from './scheduled-page.module.css';

export function ScheduledPage() {
  const { t } = useScheduledTexts();
  const { t: common } = useTexts();
  const { isOpen, open, close } = useUrlDialog('schedule-debit');
  const list = useRef<HTMLDivElement>(null);
  return (
    <Page inOrder>
      <PageHeading
        title={t('scheduled.title')}
        lead={t('scheduled.lead')}
        actions={
          <Button icon="plus" onClick={open}>
            {t('scheduled.create')}
          </Button>
        }
      />
      <Card padding="none">
        <div ref={list} tabIndex={-1} className={styles.list}>
          <DebitTable onRemoved={() => list.current?.focus()} />
        </div>
      </Card>
      <p>
        <Link to="/dashboard/direct-debits">{common('direct_debits.title')}</Link>
      </p>
      <p>
        <Link to="/dashboard/payees">{common('payees.title')}</Link>
      </p>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('scheduled.create')}
        description={t('scheduled.create_lead')}
      >
        <DebitForm onDone={close} />
      </Dialog>
    </Page>
  );
}
