import { useState } from 'react';
import { partnerModes, type PartnerMode } from '@bank/contracts/partner-applications';
import { QueryFallback } from '@bank/client/query-boundary';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { useWebhooks } from './partner-servers.api';
import { useServerTexts } from './texts';
import { ShownSecret } from './shown-secret';
import { WebhookAddress } from './webhook-address';
import { WebhookLogTable } from './webhook-log';
import styles from './webhooks-card.module.css';

/** Where a partner's events go, in each mode, and what became of them. */
export function WebhooksCard({ partnerId }: { partnerId: number }) {
  const { t } = useServerTexts();
  const [mode, setMode] = useState<PartnerMode>('live');
  // One after the other: none may replace another that was not copied yet.
  const [secrets, setSecrets] = useState<readonly { mode: PartnerMode; secret: string }[]>([]);
  const [shown] = secrets;
  const query = useWebhooks(partnerId);
  const webhook = query.data?.webhooks.find((found) => found.mode === mode);
  return (
    <Card title={t('webhooks.title')}>
      <Stack>
        <p className={styles.lead}>{t('webhooks.lead')}</p>
        <Segmented
          label={t('mode')}
          options={partnerModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          value={mode}
          onChange={setMode}
        />
        {webhook ? (
          <WebhookAddress
            key={mode}
            partnerId={partnerId}
            webhook={webhook}
            onSecret={(secret) => secret !== null && setSecrets((all) => [...all, { mode, secret }])}
          />
        ) : (
          <QueryFallback query={query} rows={3} failed={t('failed')} />
        )}
        <WebhookLogTable partnerId={partnerId} />
      </Stack>
      {shown && (
        <ShownSecret
          key={shown.secret}
          title={t('webhooks.secret', { mode: t(`mode.${shown.mode}`) })}
          secret={shown.secret}
          onClose={() => setSecrets(([, ...later]) => later)}
        />
      )}
    </Card>
  );
}
