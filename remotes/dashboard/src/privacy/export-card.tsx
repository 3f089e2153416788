import type { DataExport } from '@bank/contracts/data-exports';
import { useMutation } from '@bank/client/query';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Cluster, Stack } from '@bank/ui/layout';
import { FetchedSettings } from '../settings/fetched-settings';
import { useSettingsMessages } from '../settings/settings-messages';
import settings from '../settings/settings.module.css';
import { askForExport, downloadExport, useDataExports, useDataExportsRefresh } from './privacy.api';
import { usePrivacyTexts } from './texts';

/** How many earlier exports are listed. */
const listed = 5;

/** All of the person's data as a file: asked for with an approval, then saved at once. */
export function ExportCard() {
  const { t } = usePrivacyTexts();
  const { save, isSaving } = useSaving();
  const intent = useIdempotencyKey();
  const ask = async () => {
    const key = intent.keyFor('export');
    const { id } = await askForExport(key);
    intent.done(key);
    await downloadExport(id);
  };
  return (
    <Card title={t('export')}>
      <p className={settings.lead}>{t('export_lead')}</p>
      <Stack gap={16}>
        <Cluster>
          <Button variant="primary" loading={isSaving} onClick={() => save(ask)}>
            {t('ask')}
          </Button>
        </Cluster>
        <FetchedSettings
          query={useDataExports()}
          rows={1}
          failed={t('export_load_failed')}
          failedMessage={t('load_message')}
        >
          {({ exports }) => (
            <ExportList exports={exports.slice(0, listed)} onAgain={(id) => save(() => downloadExport(id))} />
          )}
        </FetchedSettings>
      </Stack>
    </Card>
  );
}

/** Saves a file and reports the outcome. */
function useSaving() {
  const { t } = usePrivacyTexts();
  const { showMessage, reportFailure } = useSettingsMessages();
  const refresh = useDataExportsRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onSuccess: () => showMessage('success', t('export_saved')),
    onError: reportFailure,
    onSettled: refresh,
  });
  const save = (work: () => Promise<void>) => {
    if (!isPending) mutate(work);
  };
  return { save, isSaving: isPending };
}

function ExportList({ exports, onAgain }: { exports: DataExport[]; onAgain: (id: number) => void }) {
  const { t } = usePrivacyTexts();
  const { dateTime } = useFormat();
  if (exports.length === 0) return null;
  return (
    <section aria-label={t('exports')}>
      <h3>{t('exports')}</h3>
      <ul>
        {exports.map((one) => (
          <li key={one.id}>
            <Cluster gap={8} align="center">
              {one.state === 'downloaded'
                ? t('export_done', { day: dateTime(one.downloaded_at ?? one.requested_at) })
                : t(`export_${one.state}`, { day: dateTime(one.requested_at) })}
              {one.downloadable && (
                <Button variant="quiet" onClick={() => onAgain(one.id)}>
                  {t('download_again')}
                </Button>
              )}
            </Cluster>
          </li>
        ))}
      </ul>
    </section>
  );
}
