import { useState } from 'react';
import type { StaffCase } from '@bank/contracts/cases';
import { mayDo, useSession } from '@bank/client/session';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { CaseHistory } from './case-history';
import { Links } from './links';
import { Money } from './money';
import { useAroundTexts } from './texts';

/** The context of a case: linked people and cases, the flow of its money, and its history; each is read when it is shown. */
export function AroundCase({ found }: { found: StaffCase }) {
  const { t } = useAroundTexts();
  const { user } = useSession();
  const [view, setView] = useState<'links' | 'money' | 'history'>('links');
  const options = [
    { value: 'links' as const, label: t('view_links') },
    ...(mayDo(user, 'read', 'transactions:read')
      ? [{ value: 'money' as const, label: t('view_money') }]
      : []),
    ...(mayDo(user, 'read', 'logs:read') ? [{ value: 'history' as const, label: t('view_history') }] : []),
  ];
  return (
    <Card title={t('title')}>
      <Stack gap={16}>
        <Segmented label={t('view')} options={options} value={view} onChange={setView} />
        {view === 'links' && <Links id={found.id} />}
        {view === 'money' && <Money found={found} />}
        {view === 'history' && <CaseHistory found={found} />}
      </Stack>
    </Card>
  );
}
