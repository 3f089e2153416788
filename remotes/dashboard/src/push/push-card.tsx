import { useRef, useState } from 'react';
import type { PushSubscription as PushBrowser, PushSubscriptions } from '@bank/contracts/push';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { usePushTexts } from './texts';
import { FetchedSettings } from '../settings/fetched-settings';
import sessions from '../settings/open-sessions.module.css';
import { type PushPermission, pushPermission, subscribe } from './push-browser';
import { useAddPushBrowser, usePushBrowsers, useRemovePushBrowser } from './push.api';
import { useSettingsMessages } from '../settings/settings-messages';
import settings from '../settings/settings.module.css';

/** Push notifications of this browser, and the other browsers that receive them; applies at once. */
export function PushCard() {
  const { t } = usePushTexts();
  return (
    <Card title={t('title')}>
      <p className={settings.lead}>{t('lead')}</p>
      <FetchedSettings query={usePushBrowsers()} rows={1} failed={t('failed')}>
        {(state) => <PushState {...state} />}
      </FetchedSettings>
    </Card>
  );
}

type PushStateProps = PushSubscriptions & { current: PushBrowser | undefined };

function PushState({ public_key, subscriptions, current }: PushStateProps) {
  const { t } = usePushTexts();
  const others = subscriptions.filter(({ id }) => id !== current?.id);
  const browsers = useRef<HTMLDivElement>(null);
  // In place of the button, which is gone.
  const focus = () => browsers.current?.focus();
  return (
    <div ref={browsers} tabIndex={-1}>
      {current ? (
        <ThisBrowser browser={current} onRemoved={focus} />
      ) : (
        <Enabling publicKey={public_key} onEnabled={focus} />
      )}
      {others.length > 0 && (
        <>
          <h3>{t('others')}</h3>
          <ul className={sessions.sessions}>
            {others.map((browser) => (
              <OtherBrowser key={browser.id} browser={browser} onRemoved={focus} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface BrowserProps {
  browser: PushBrowser;
  onRemoved: () => void;
}

function ThisBrowser({ browser, onRemoved }: BrowserProps) {
  const { t } = usePushTexts();
  const { remove, isRemoving } = useRemoval(t('disabled'), onRemoved);
  return (
    <div className={sessions.session}>
      <p className={sessions.device}>
        {browser.device} <Badge tone="success">{t('on')}</Badge>
      </p>
      <Button variant="secondary" loading={isRemoving} onClick={() => remove(browser)}>
        {t('disable')}
      </Button>
    </div>
  );
}

function OtherBrowser({ browser, onRemoved }: BrowserProps) {
  const { t } = usePushTexts();
  const { date } = useFormat();
  const { device, created_at: since } = browser;
  const { remove, isRemoving } = useRemoval(t('removed', { device }), onRemoved);
  return (
    <li className={sessions.session}>
      <div className={sessions.text}>
        <p className={sessions.device}>{device}</p>
        <p className={sessions.times}>{t('since', { date: date(since) })}</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={t('remove_of', { device })}
        loading={isRemoving}
        onClick={() => remove(browser)}
      >
        {t('remove')}
      </Button>
    </li>
  );
}

/** The possible actions, by the browser's support and permission. */
const notices = {
  default: 'asks',
  denied: 'denied',
  unsupported: 'unsupported',
  granted: undefined,
} as const satisfies Record<PushPermission, string | undefined>;

interface EnablingProps {
  publicKey: string;
  onEnabled: () => void;
}

function Enabling({ publicKey, onEnabled }: EnablingProps) {
  const { t } = usePushTexts();
  const { permission, enable, isEnabling, isUnreachable } = useEnabling(publicKey, onEnabled);
  const notice = isUnreachable ? 'unreachable' : notices[permission];
  const isPossible = permission === 'default' || permission === 'granted';
  return (
    <>
      <p role="status">{notice && t(notice)}</p>
      {isPossible && (
        <Button loading={isEnabling} onClick={() => void enable()}>
          {t('enable')}
        </Button>
      )}
    </>
  );
}

/** Asks the browser for its permission, subscribes, and informs the bank. */
function useEnabling(publicKey: string, onEnabled: () => void) {
  const { t } = usePushTexts();
  const { showMessage, reportFailure } = useSettingsMessages();
  const [permission, setPermission] = useState(pushPermission);
  const [isUnreachable, setUnreachable] = useState(false);
  const [isEnabling, setEnabling] = useState(false);
  const { mutateAsync } = useAddPushBrowser();

  const start = async () => {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer !== 'granted') return;
    const subscription = await subscribe(publicKey).catch(() => undefined);
    setUnreachable(!subscription);
    if (!subscription) return;
    await mutateAsync(subscription).then(() => {
      showMessage('success', t('enabled'));
      onEnabled();
    }, reportFailure);
  };
  const enable = () => {
    setEnabling(true);
    return start().finally(() => setEnabling(false));
  };
  return { permission, enable, isEnabling, isUnreachable };
}

function useRemoval(done: string, onRemoved: () => void) {
  const { showMessage, reportFailure } = useSettingsMessages();
  const { mutate, isPending } = useRemovePushBrowser();
  const remove = (browser: PushBrowser) =>
    mutate(browser, {
      onSuccess: () => {
        showMessage('success', done);
        onRemoved();
      },
      onError: reportFailure,
    });
  return { remove, isRemoving: isPending };
}
