import { type ComponentType, useEffect, useState } from 'react';
import type { Proof } from '@bank/contracts/proof';
import { ApiError, type AskForProof, networkFailure, provideProof } from './api';
import type { ProofDialogProps } from './proof-dialog';
import { useSession } from './session';
import { useClientTexts } from './texts';

/** A call that waits for the person's proof. */
interface Question extends ProofDialogProps {
  /** Each question has fields of its own, whatever was typed for the one before. */
  key: string;
  Dialog: ComponentType<ProofDialogProps>;
}

/**
 * Asks the person for a proof when a call of any screen needs one, one call after the other; a proof is good for one
 * call alone. The dialog is fetched when it is first needed.
 */
export function ProofGate() {
  const { t } = useClientTexts();
  const isOver = useSession().state === 'signed-out';
  const [questions, setQuestions] = useState<Question[]>([]);
  const [asked] = questions;

  useEffect(() => {
    const cancelled = () => new ApiError(t('proof.cancelled'), 'PROOF_REQUIRED', 403);
    const ask: AskForProof = async (attempt) => {
      const { ProofDialog } = await import('./proof-dialog').catch(() => {
        throw networkFailure();
      });
      return questionAbout(attempt, ProofDialog, setQuestions, cancelled);
    };
    return provideProof(ask);
  }, [t]);

  useEffect(() => {
    if (isOver) asked?.onCancel();
  }, [isOver, asked]);

  if (!asked) return null;
  const { Dialog, key, ...props } = asked;
  return <Dialog key={key} {...props} />;
}

type SetQuestions = (change: (questions: Question[]) => Question[]) => void;

/** Puts the question behind those that wait, and answers what the call answered in the end. */
function questionAbout<T>(
  attempt: (proof: Proof) => Promise<T>,
  Dialog: Question['Dialog'],
  setQuestions: SetQuestions,
  cancelled: () => ApiError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const close = () => setQuestions((questions) => questions.filter((each) => each !== question));
    const question: Question = {
      Dialog,
      key: crypto.randomUUID(),
      onProof: async (proof) => {
        try {
          resolve(await attempt(proof));
        } catch (error) {
          if (isAbout(error, proof)) return error;
          reject(error as Error);
        }
        close();
      },
      onCancel: () => {
        reject(cancelled());
        close();
      },
    };
    setQuestions((questions) => [...questions, question]);
  });
}

/** Whether the proof was refused, and not the call that it was given for. */
function isAbout(error: unknown, proof: Proof): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'TOO_MANY_ATTEMPTS' || Object.keys(proof).some((name) => name in error.fields);
}
