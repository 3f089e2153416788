import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ApplicationState } from '@bank/contracts/partner-applications';
import type { Frame } from '@bank/frame/frame';
import styles from '@bank/frame/frame.module.css';
import { onPageValues, pageValues } from '@bank/frame/page-values';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button, buttonClass } from '@bank/ui/button';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { FrameHeader } from '../frame-header';
import { ApplicationStateFacts } from './application-state-facts';
import { stateOf } from './application-status.api';
import { useStatusTexts } from './texts';

/** As the ids of applications: random, so that nobody guesses one. */
const isId = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** The state of the application whose id the page has: a word and its days, nothing of the person. */
export function ApplicationStatusFrame({ frame }: { frame: Frame }) {
  const { t } = useStatusTexts();
  const shared = useSharedTexts();
  const { data, send, onShown } = frame;
  const heading = useRef<HTMLHeadingElement>(null);
  const [id, setId] = useState(() => pageValues().application ?? '');
  const { state, hasFailed, read } = useApplication(frame, id);
  useEffect(() => onPageValues(({ application = '' }) => setId(application)), []);
  useLayoutEffect(() => {
    if (!isId(id)) return send({ type: 'error', code: 'value' });
    onShown(() => {
      heading.current?.focus();
      read();
    });
    send({ type: 'ready' });
  }, [id, onShown, send, read]);
  return (
    <main className={styles.frame}>
      <FrameHeader title={t('title')} heading={heading} onClose={() => send({ type: 'close' })} />
      {state === undefined && !hasFailed && (
        <Loading>
          <Skeleton lines={3} />
        </Loading>
      )}
      {hasFailed && (
        <Alert tone="danger" title={t('failed')}>
          <Button variant="secondary" size="small" onClick={read}>
            {shared.t('action.retry')}
          </Button>
        </Alert>
      )}
      {state === null && <Alert tone="warning">{t('unknown')}</Alert>}
      {state && <ApplicationStateFacts {...state} />}
      {state && (
        <div>
          <a className={buttonClass()} href={`${data.bank}/login`} target="_blank" rel="noopener">
            {t('go')}
          </a>
        </div>
      )}
      <p>{t('note')}</p>
    </main>
  );
}

/** The state of an application, and what reads it again; `undefined` while it is not known. */
function useApplication({ data, send }: Frame, id: string) {
  const [last, setLast] = useState<{ id: string; found: ApplicationState | null }>();
  const [hasFailed, setFailed] = useState(false);
  const underWay = useRef<string>(undefined);
  const reported = useRef<string>(undefined);
  const read = useCallback(() => {
    if (!isId(id) || underWay.current === id) return;
    underWay.current = id;
    stateOf(data, id)
      .then((found) => {
        if (underWay.current !== id) return;
        setFailed(false);
        setLast({ id, found });
        if (!found || reported.current === id) return;
        reported.current = id;
        send({ type: 'complete', applicationId: id });
      })
      .catch(() => setFailed(underWay.current === id))
      .finally(() => {
        if (underWay.current === id) underWay.current = undefined;
      });
  }, [data, id, send]);
  useEffect(read, [read]);
  return { state: last?.id === id ? last.found : undefined, hasFailed, read };
}
