import { type ReactNode, useRef, useState } from 'react';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { failureText } from './call-failure';

interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  /** The words of the button that does it. */
  action: string;
  /** It takes something away for good. */
  danger?: boolean;
  /** Does it; what it throws is said, and the question stays open. */
  onConfirm: () => Promise<unknown>;
  /** Said once it is done. */
  done: string;
  /** Said when it failed and the server has no sentence of its own. */
  failed: string;
  /** What follows once it is done, in place of closing. Not for a question that was closed before the answer came. */
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before something is done that is not taken back easily. The way out has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, danger } = props;
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
            {shared.t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}

function useConfirmation({ onConfirm, done, failed, onClose, onDone = onClose }: ConfirmDialogProps) {
  const { show } = useToast();
  const [isSending, setIsSending] = useState(false);
  // The answer still comes after the person gave the question up, and must not close what they opened since.
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
