import { useState } from 'react';
import { isTool, modeOfKey, widgets, type Partner, type Widget } from '@bank/contracts/partners';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { CopyButton } from '@bank/ui/copy-button';
import { Stack } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { CodeBlock } from './code-block';
import { policyOf, snippetOf } from './snippet';
import styles from './snippet-card.module.css';
import { usePartnerTexts } from './texts';

const versions = ['latest', 'pinned'] as const;
type Version = (typeof versions)[number];

export function SnippetCard({ partner }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const [widget, setWidget] = useState<Widget>('chat');
  const [version, setVersion] = useState<Version>('latest');
  const valid = partner.keys.filter(({ revoked_at }) => revoked_at === null);
  const key = (valid.find((one) => modeOfKey(one.key) === 'live') ?? valid[0])?.key;
  const script = isTool(widget) ? partner.tools : partner.loader;
  const code = key && snippetOf(partner, key, widget, version === 'pinned' ? script : undefined);
  return (
    <Card title={t('snippet.title')}>
      <Stack gap={12} className={styles.content}>
        <p>{t('snippet.lead')}</p>
        {code ? (
          <>
            <div className={styles.choices}>
              <Segmented
                label={t('snippet.widget')}
                options={widgets.map((value) => ({ value, label: t(`snippet.${value}`) }))}
                value={widget}
                onChange={setWidget}
              />
              <Segmented
                label={t('snippet.version')}
                options={versions.map((value) => ({ value, label: t(`snippet.${value}`) }))}
                value={version}
                onChange={setVersion}
              />
            </div>
            <p role="status" className={styles.note}>
              {t(`snippet.${version}_note`)}
            </p>
            <CodeBlock label={t('snippet.code')} code={code} />
            <div>
              <CopyButton text={code} label={t('snippet.copy')} done={t('snippet.copied')} />
            </div>
          </>
        ) : (
          <Alert tone="warning">{t('snippet.no_key')}</Alert>
        )}
        <h3>{t('snippet.policy')}</h3>
        <p>{t('snippet.policy_lead')}</p>
        <CodeBlock label={t('snippet.policy_code')} code={policyOf(partner)} />
        <div>
          <CopyButton
            text={policyOf(partner)}
            label={t('snippet.policy_copy')}
            done={t('snippet.policy_copied')}
          />
        </div>
      </Stack>
    </Card>
  );
}
