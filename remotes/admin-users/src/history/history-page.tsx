import { useState } from 'react';
import { useSearchParams } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { TextField } from '@bank/ui/text-field';
import { HistoryTable } from '../around/history-table';
import { useAroundTexts } from '../around/texts';
import { useTexts } from '../texts';

/** The history of any object, which the address names. */
export function HistoryPage() {
  const { t: title } = useTexts();
  const { t } = useAroundTexts();
  const [parameters, setParameters] = useSearchParams();
  const about = parameters.get('about') ?? '';
  const [typed, setTyped] = useState(about);
  return (
    <Page layout="desk">
      <PageHeading title={title('history.title')} lead={t('history_lead')} />
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setParameters(typed.trim() === '' ? {} : { about: asLogged(typed.trim()) });
          }}
        >
          <Cluster gap="12-16" align="end">
            <TextField
              label={t('history_about')}
              hint={t('history_about_hint')}
              maxLength={80}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="secondary">
              {t('history_show')}
            </Button>
          </Cluster>
        </form>
      </Card>
      <Card padding="none">
        {about === '' ? (
          <EmptyState icon="scroll-text" title={t('history_start')} message={t('history_start_message')} />
        ) : (
          <HistoryTable key={about} about={about} />
        )}
      </Card>
    </Page>
  );
}

/** The log names a card by bullets and its last digits; nobody types bullets. */
const asLogged = (about: string) => about.replace(/^card:[\s*•]*(\d{4})$/, 'card:•••• $1');
