import { type ComponentType, useEffect, useState } from 'react';
import { ApiError, type ApprovalPrompt, networkFailure, setApprovalPrompt } from '../http/api';
import { useClientTexts } from '../locales/texts';
import type { ApprovalDialogProps } from './approval-dialog';
import { useSession } from './session';

/** A call that waits for the person's approval. */
interface Question extends ApprovalDialogProps {
  Dialog: ComponentType<ApprovalDialogProps>;
}

/**
 * Asks the person to approve the calls that need it, one at a time, and gives the token to the call, which repeats itself:
 * no screen knows of it. The dialog is loaded on first use.
 */
export function ApprovalGate() {
  const { t } = useClientTexts();
  const isOver = useSession().state === 'signed-out';
  const [questions, setQuestions] = useState<Question[]>([]);
  const [first] = questions;

  useEffect(() => {
    const ask: ApprovalPrompt = async (asked) => {
      const { ApprovalDialog: Dialog } = await import('./approval-dialog').catch(() => {
        throw networkFailure();
      });
      return new Promise<string>((resolve, reject) => {
        const close = () => setQuestions((all) => all.filter((each) => each !== question));
        const fail = (error: ApiError) => {
          reject(error);
          close();
        };
        const question: Question = {
          Dialog,
          asked,
          onToken: (token) => {
            resolve(token);
            close();
          },
          onOver: fail,
          onCancel: () => fail(new ApiError(t('proof.cancelled'), 'APPROVAL_REQUIRED', 403)),
        };
        setQuestions((all) => [...all, question]);
      });
    };
    return setApprovalPrompt(ask);
  }, [t]);

  useEffect(() => {
    if (isOver) first?.onCancel();
  }, [isOver, first]);

  if (!first) return null;
  const { Dialog, ...props } = first;
  return <Dialog key={props.asked.id} {...props} />;
}
