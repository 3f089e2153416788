import { type FormEvent, useRef, useState } from 'react';
import { FormFrame } from '@bank/client/form-frame';
import { LostFiles } from '@bank/client/lost-files';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { useKycTexts } from './texts';
import { type ChosenFile, sentParts } from './chosen-files';
import { DropZone } from './drop-zone';
import { FileRow, removeId } from './file-row';
import { submitKyc } from './kyc.api';
import type { PersonalForm } from './use-personal-form';
import styles from './kyc-form.module.css';
import { MissingDocuments, NeededDocuments } from './needed-documents';
import type { ChosenFiles } from './use-chosen-files';
import { personalStep, statusStep } from './use-kyc-step';
import { useSubmission } from './use-submission';
import type { Progress } from '@bank/client/fetch-with-progress';
import { Alert } from '@bank/ui/alert';

interface DocumentsStepProps {
  form: PersonalForm;
  chosen: ChosenFiles;
  goTo: (step: number, options?: { replace: boolean }) => void;
}

export function DocumentsStep({ form, chosen, goTo }: DocumentsStepProps) {
  const { t } = useKycTexts();
  const shared = useSharedTexts();
  const { files } = chosen;
  const { send, cancel, progress } = useSubmission(files, {
    submit: submitKyc,
    onSent: () => {
      chosen.lost.forget();
      goTo(statusStep, { replace: true });
    },
    onPersonalRefused: () => goTo(personalStep),
    onFileRefused: chosen.refuse,
  });
  const { refused, isStopped } = useRefusedFiles(files);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isStopped()) void form.submit(send)(event);
  };
  const isSending = progress !== undefined;
  return (
    <FormFrame
      form={form}
      errors={refused.errors}
      message={refused.errors.length > 0 ? t('kyc.refused_files') : form.failure}
      attempt={refused.attempt + form.formState.submitCount}
      className={styles.fields}
      onSubmit={submit}
    >
      {progress ? <SendingProgress progress={progress} /> : <Choosing chosen={chosen} />}
      <FileList
        chosen={chosen}
        sent={progress && sentParts(files, progress)}
        onRemoved={() => form.setFailure(undefined)}
      />
      {files.length > 0 && !isSending && <MissingDocuments files={files} />}
      <Cluster>
        <Button type="submit" icon="send" loading={isSending} disabled={files.length === 0}>
          {t('kyc.submit')}
        </Button>
        <Button variant="secondary" onClick={isSending ? cancel : () => goTo(personalStep)}>
          {shared.t(isSending ? 'action.cancel' : 'action.back')}
        </Button>
      </Cluster>
    </FormFrame>
  );
}

function Choosing({ chosen }: { chosen: ChosenFiles }) {
  return (
    <>
      <NeededDocuments chosen={chosen} />
      <DropZone onFiles={(files) => chosen.add(files)} />
    </>
  );
}

interface FileListProps {
  chosen: ChosenFiles;
  /** The sent part of each file, during the upload. */
  sent: number[] | undefined;
  onRemoved: () => void;
}

/** The files with a notice on the last change, which takes the focus when a row is removed. */
function FileList({ chosen: { files, lost, notice, remove, setKind }, sent, onRemoved }: FileListProps) {
  const { t } = useKycTexts();
  const noticeBox = useRef<HTMLParagraphElement>(null);
  const removeRow = (chosen: ChosenFile) => {
    remove(chosen);
    onRemoved();
    noticeBox.current?.focus();
  };
  const forgo = () => {
    lost.forgo();
    noticeBox.current?.focus();
  };
  return (
    <Stack as="section" aria-label={t('kyc.files')} className={styles.files}>
      <p ref={noticeBox} role="status" tabIndex={-1} className={styles.notice}>
        {notice}
      </p>
      {!sent && <LostFiles names={lost.names} onForgo={forgo} />}
      {files.length > 0 && (
        <ul className={styles.list}>
          {files.map((chosen, at) => (
            <FileRow
              key={chosen.id}
              chosen={chosen}
              sent={sent?.[at]}
              onRemove={removeRow}
              onKind={setKind}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** Prevents the submission of refused files, and lists those of the last attempt, also what the server refused of it. */
function useRefusedFiles(files: readonly ChosenFile[]) {
  const [tried, setTried] = useState({ attempt: 0, ids: [] as string[] });
  const isStopped = () => {
    setTried(({ attempt }) => ({ attempt: attempt + 1, ids: files.map(({ id }) => id) }));
    return files.some(({ refusal }) => refusal);
  };
  const errors = files.flatMap(({ id, file, refusal }) =>
    refusal && tried.ids.includes(id) ? [{ id: removeId(id), label: file.name }] : [],
  );
  return { refused: { errors, attempt: tried.attempt }, isStopped };
}

function SendingProgress({ progress: { sent, total } }: { progress: Progress }) {
  const { t } = useKycTexts();
  return <Alert>{t(sent < total ? 'kyc.sending' : 'kyc.checking')}</Alert>;
}
