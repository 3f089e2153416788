import { type FormEvent, useState } from 'react';
import { documentFault } from '@bank/contracts/document-faults';
import type { KycDocument } from '@bank/contracts/kyc';
import { useLanguage } from '@bank/i18n/language';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FieldError } from '@bank/ui/field';
import { FilePicker } from '@bank/ui/file-picker';
import { Cluster, Stack } from '@bank/ui/layout';
import { Progress } from '@bank/ui/progress';
import { useKycTexts } from '../kyc/texts';
import { acceptedFiles, type ChosenFile, chosenAs, type FileRefusal, sentParts } from '../kyc/chosen-files';
import { useRefusalText } from '../kyc/file-row';
import { resendDocuments } from '../kyc/kyc.api';
import { useResendTexts } from './texts';
import styles from '../kyc/sent-documents.module.css';
import { useSubmission } from '../kyc/use-submission';

/** The documents with a fault, each with why, and a file in place of each; the others of the submission stay. */
export function ResendDocuments({ documents }: { documents: readonly KycDocument[] }) {
  const { t } = useResendTexts();
  const { files, choose, refuse } = useReplacements(documents);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string>();
  const { send, cancel, progress } = useSubmission(files, {
    submit: (_values, chosen, options) => resendDocuments(chosen, options),
    onSent: () => undefined,
    onPersonalRefused: () => undefined,
    onFileRefused: refuse,
  });
  const isReady = files.length === documents.length && files.every(({ refusal }) => !refusal);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    setFailure(isReady ? undefined : t('incomplete'));
    if (isReady) await send({}).catch((error: Error) => setFailure(error.message));
  };
  const parts = progress && sentParts(files, progress);
  return (
    <Stack as="form" noValidate onSubmit={(event) => void submit(event)} aria-labelledby="kyc-resend">
      <h3 id="kyc-resend">{t('title')}</h3>
      <p>{t('lead')}</p>
      <ErrorSummary errors={[]} message={failure} attempt={attempt} />
      <ul className={styles.documents}>
        {documents.map((document) => {
          const at = files.findIndex(({ id }) => id === String(document.id));
          return (
            <Replacement
              key={document.id}
              document={document}
              chosen={files[at]}
              sent={parts?.[at]}
              onChoose={(file) => {
                setFailure(undefined);
                choose(document, file);
              }}
            />
          );
        })}
      </ul>
      <Cluster>
        <Button type="submit" icon="upload" loading={progress !== undefined}>
          {t('submit')}
        </Button>
        {progress && (
          <Button variant="secondary" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
      </Cluster>
    </Stack>
  );
}

/** The chosen files, in the order of the documents that they replace. */
function useReplacements(documents: readonly KycDocument[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenFile>>(new Map());
  const files = documents.flatMap(({ id }) => chosen.get(String(id)) ?? []);
  const put = (file: ChosenFile) => setChosen((all) => new Map(all).set(file.id, file));
  return {
    files,
    choose: ({ id, kind }: KycDocument, file: File) => put(chosenAs(String(id), file, kind)),
    refuse: (id: string, refusal: FileRefusal) => {
      const file = chosen.get(id);
      if (file) put({ ...file, refusal });
    },
  };
}

interface ReplacementProps {
  document: KycDocument;
  chosen: ChosenFile | undefined;
  sent: number | undefined;
  onChoose: (file: File) => void;
}

function Replacement({ document, chosen, sent, onChoose }: ReplacementProps) {
  const { t } = useResendTexts();
  const kinds = useKycTexts();
  const language = useLanguage();
  const refusalText = useRefusalText();
  const { kind, name, fault, fault_text: words } = document;
  const what = kinds.t(`kyc.kind_${kind}`);
  return (
    <li className={styles.document}>
      <div className={styles.text}>
        <p className={styles.kind}>{what}</p>
        <p className={styles.file}>{name}</p>
        {fault && fault !== 'other' && <p>{documentFault(fault, language)}</p>}
        {words && <p>{words}</p>}
        <FieldError
          id={chosen?.refusal && `replacement-${document.id}`}
          error={chosen?.refusal && refusalText(chosen.refusal)}
        />
      </div>
      {sent !== undefined && chosen ? (
        <Progress value={sent} label={kinds.t('kyc.progress_of', { name: chosen.file.name })} />
      ) : (
        <FilePicker
          icon="upload"
          label={t('choose', { what })}
          hint={chosen ? t('chosen', { name: chosen.file.name }) : t('not_chosen')}
          accept={acceptedFiles}
          onChoose={([file]) => file && onChoose(file)}
        />
      )}
    </li>
  );
}
