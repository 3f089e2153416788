import { type ReactNode, useRef, useState } from 'react';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { failureText } from '../http/call-failure';

interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  action: string;
  /** The way back, where “Cancel” could be taken for the action. */
  dismiss?: string | undefined;
  /** The action is destructive. */
  danger?: boolean;
  /** The action; when it rejects, the failure is shown and the dialog stays open. */
  onConfirm: () => Promise<unknown>;
  /** The message after success. */
  done: string;
  /** The message after a failure for which the server sent no text. */
  failed: string;
  /** Runs after success in place of closing, unless the dialog was closed before the response arrived. */
  onDone?: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that is hard to undo. The cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, dismiss, danger } = props;
  const shared = useSharedTexts();
  const cancel = useRef<HTMLButtonElement>(null);
  const { confirm, isSending, close } = useConfirmation(props);
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      onClose={close}
      initialFocus={cancel}
      title={title}
      description={description}
      actions={
        <>
          <Button variant={danger ? 'danger' : 'primary'} loading={isSending} onClick={() => void confirm()}>
            {action}
          </Button>
          <Button ref={cancel} variant="secondary" onClick={close}>
            {dismiss ?? shared.t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}

function useConfirmation({ onConfirm, done, failed, onClose, onDone = onClose }: ConfirmDialogProps) {
  const { show } = useToast();
  const [isSending, setIsSending] = useState(false);
  // A response that arrives after closing must not close what was opened since.
  const wasClosed = useRef(false);
  const close = () => {
    wasClosed.current = true;
    onClose();
  };
  const confirm = async () => {
    setIsSending(true);
    try {
      await onConfirm();
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed, isFixed: true }) });
      setIsSending(false);
      return;
    }
    show({ type: 'success', message: done });
    if (!wasClosed.current) onDone();
  };
  return { confirm, isSending, close };
}
