import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { serialPorts, swipeSeconds } from './serial';
import { useWriterTexts } from './texts';
import type { Writer } from './use-writer';

/** Connects a writer at a serial port, and asks for the card when it waits for one. */
export function WriterPanel({ writer }: { writer: Writer }) {
  const { t } = useWriterTexts();
  const { isConnected, isConnecting, problem, step, connect, stop } = writer;
  const seconds = swipeSeconds;
  if (step) {
    return (
      <Stack gap={8}>
        <Alert title={t('title')}>{t(step, { seconds })}</Alert>
        <Cluster>
          <Button variant="secondary" icon="x" onClick={stop}>
            {t('stop')}
          </Button>
        </Cluster>
      </Stack>
    );
  }
  if (isConnected) return <Alert title={t('title')}>{t('connected')}</Alert>;
  return (
    <Stack gap={8}>
      <Alert title={t('title')}>
        <p>{t('unavailable')}</p>
        {!serialPorts() && <p>{t('unsupported')}</p>}
      </Alert>
      {problem && <Alert tone="danger">{t(`problem_${problem}`, { seconds })}</Alert>}
      {serialPorts() && (
        <Cluster>
          <Button variant="secondary" loading={isConnecting} onClick={() => void connect()}>
            {t('connect')}
          </Button>
        </Cluster>
      )}
    </Stack>
  );
}
