import { useEffect, useRef, useState } from 'react';
import type { Release, ReleaseList } from '@bank/contracts/releases';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { canaryOf, rollbackTarget } from './release-rules';
import { useReleaseChanges } from './releases.api';
import { RollBackForm } from './roll-back-form';
import { useReleaseTexts } from './texts';
import { useMayChangeReleases } from './use-may-change';
import { useReleaseName } from './use-release-name';
import type { ReleaseDialog } from './use-release-dialog';

/** The dialog that the address names, if any, about the version that was displayed. */
export function ReleaseDialogs({ list, dialog }: { list: ReleaseList; dialog: ReleaseDialog }) {
  const { action, version, close } = dialog;
  const nameOf = useReleaseName();
  const mayChange = useMayChangeReleases();
  // The release changes before the address does: without this the dialog would open again.
  const [isAnswered, setIsAnswered] = useState(false);
  if (!action && isAnswered) setIsAnswered(false);
  const shown = useRef('');
  const address = [action, dialog.remote, version].join(' ');
  useEffect(() => {
    shown.current = address;
  });
  const onDone = () => {
    // The address may name another dialog by then.
    if (shown.current !== address) return;
    setIsAnswered(true);
    close();
  };
  const known = list.remotes.find(({ name }) => name === dialog.remote);
  if (!action || !known || isAnswered || !mayChange) return null;
  const found = action === 'promote' ? canaryOf(known.releases) : rollbackTarget(known.releases);
  if (found?.version !== version) return <Changed remote={nameOf(known.name)} onClose={close} />;
  if (action === 'promote') return <Promotion canary={found} onClose={close} onDone={onDone} />;
  return <RollBack key={found.version} release={found} onClose={close} onDone={onDone} />;
}

interface RollBackProps {
  release: Release;
  onClose: () => void;
  onDone: () => void;
}

/** Taking back a trial is something else than taking back what everybody has: the question does not turn into the other. */
function RollBack({ release, onClose, onDone }: RollBackProps) {
  const { t } = useReleaseTexts();
  const remote = useReleaseName()(release.remote);
  const [asked] = useState(release.status);
  if (release.status !== asked) return <Changed remote={remote} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rollback.question', { version: release.version })}
      description={t(asked === 'canary' ? 'rollback.message_canary' : 'rollback.message_live', { remote })}
    >
      <RollBackForm release={release} onCancel={onClose} onDone={onDone} />
    </Dialog>
  );
}

function Changed({ remote, onClose }: { remote: string; onClose: () => void }) {
  const { t } = useReleaseTexts();
  const shared = useSharedTexts();
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('changed.title')}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {shared.t('action.close')}
        </Button>
      }
    >
      <Alert>{t('changed.message', { remote })}</Alert>
    </Dialog>
  );
}

interface PromotionProps {
  canary: Release;
  onClose: () => void;
  onDone: () => void;
}

function Promotion({ canary, onClose, onDone }: PromotionProps) {
  const { remote, version, share } = canary;
  const { t } = useReleaseTexts();
  const name = useReleaseName()(remote);
  const { promote } = useReleaseChanges(onDone);
  return (
    <ConfirmDialog
      title={t('promote.question', { version })}
      description={t('promote.message', { remote: name, share })}
      action={t('promote.action')}
      onConfirm={() => promote(canary)}
      done={t('promote.done', { remote: name, version })}
      failed={t('promote.failed')}
      // `promote` closes it.
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}
