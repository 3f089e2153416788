import { useKept } from '@bank/client/use-kept';
import { Alert } from '@bank/ui/alert';

interface UnsentDraftProps {
  /** The draft of a form with one field, `text`. */
  name: string;
  words: (text: string) => string;
}

/** The typed text of a form that closed before it was sent, to be read and copied. */
export function UnsentDraft({ name, words }: UnsentDraftProps) {
  const [kept] = useKept<{ text: string }>(name);
  return <UnsentText text={kept?.text ?? ''} words={words} />;
}

export function UnsentText({ text, words }: { text: string; words: UnsentDraftProps['words'] }) {
  return text.trim() === '' ? null : <Alert tone="warning">{words(text)}</Alert>;
}
