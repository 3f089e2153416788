import { type ComponentType, useEffect, useState } from 'react';
import type { Proof } from '@bank/contracts/proof';
import { ApiError, type ProofPrompt, networkFailure, setProofPrompt } from '../http/api';
import type { ProofDialogProps } from './proof-dialog';
import { useSession } from './session';
import { useClientTexts } from '../locales/texts';

/** A call that waits for the person's proof. */
interface Question extends ProofDialogProps {
  /** A key per prompt, so that the fields start empty. */
  key: string;
  Dialog: ComponentType<ProofDialogProps>;
}

/**
 * Prompts for a proof of identity when a call needs one, one call at a time; a proof is valid for one call.
 * The dialog is loaded on first use.
 */
export function ProofGate() {
  const { t } = useClientTexts();
  const isOver = useSession().state === 'signed-out';
  const [questions, setQuestions] = useState<Question[]>([]);
  const [asked] = questions;

  useEffect(() => {
    const cancelled = () => new ApiError(t('proof.cancelled'), 'PROOF_REQUIRED', 403);
    const ask: ProofPrompt = async (attempt) => {
      const { ProofDialog } = await import('./proof-dialog').catch(() => {
        throw networkFailure();
      });
      return questionAbout(attempt, ProofDialog, setQuestions, cancelled);
    };
    return setProofPrompt(ask);
  }, [t]);

  useEffect(() => {
    if (isOver) asked?.onCancel();
  }, [isOver, asked]);

  if (!asked) return null;
  const { Dialog, key, ...props } = asked;
  return <Dialog key={key} {...props} />;
}

type SetQuestions = (change: (questions: Question[]) => Question[]) => void;

/** Queues the prompt and resolves with the call's result. */
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

/** Whether the proof was refused, not the call itself. */
function isAbout(error: unknown, proof: Proof): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'TOO_MANY_ATTEMPTS' || Object.keys(proof).some((name) => name in error.fields);
}
