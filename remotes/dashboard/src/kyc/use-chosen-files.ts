import { useState } from 'react';
import { useLostFiles } from '@bank/client/use-lost-files';
import { type DocumentKind, kycLimits } from '@bank/contracts/kyc';
import { useKycTexts } from './texts';
import { type ChosenFile, type FileRefusal, withFiles } from './chosen-files';

export type ChosenFiles = ReturnType<typeof useChosenFiles>;

/** The files of a submission. @param draft the name of the form's draft, whose lost files are asked for again */
export function useChosenFiles(draft: string) {
  const { t } = useKycTexts();
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const lost = useLostFiles(
    draft,
    files.map(({ file }) => file),
  );
  const [notice, setNotice] = useState('');
  const change = (next: ChosenFile[]) => {
    setFiles(next);
    lost.note(next.map(({ file }) => file));
  };
  const add = (more: readonly File[], kind?: DocumentKind) => {
    const next = withFiles(files, more, kind);
    change(next.files);
    setNotice(
      [
        next.added > 0 && t('kyc.notice_added', { count: next.added }),
        ...next.same.map((name) => t('kyc.notice_same', { name })),
        next.tooMany && t('kyc.notice_full', { count: kycLimits.files }),
      ]
        .filter(Boolean)
        .join(' '),
    );
  };
  const remove = ({ id, file }: ChosenFile) => {
    change(files.filter((other) => other.id !== id));
    setNotice(t('kyc.notice_removed', { name: file.name }));
  };
  const setKind = (id: string, kind: DocumentKind) =>
    setFiles(files.map((chosen) => (chosen.id === id ? { ...chosen, kind } : chosen)));
  const refuse = (id: string, refusal: FileRefusal) =>
    setFiles((current) => current.map((chosen) => (chosen.id === id ? { ...chosen, refusal } : chosen)));
  return { files, lost, notice, add, remove, setKind, refuse };
}
