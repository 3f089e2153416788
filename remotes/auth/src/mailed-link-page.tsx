import { type ComponentType, type ReactNode, useState } from 'react';
import { ApiError } from '@bank/client/api';
import { AuthFrame } from './auth-frame';
import { useLinkToken } from './link-token';
import { useTexts } from './texts';

type Outcome = 'done' | 'invalid';

export interface LinkFormProps {
  token: string;
  onOutcome: (outcome: Outcome) => void;
}

interface MailedLinkPageProps {
  /** The prefix of the page's texts. */
  texts: 'email' | 'reset';
  Form: ComponentType<LinkFormProps>;
  /** Where to continue after each outcome. */
  links: Record<Outcome, ReactNode>;
}

/** A page that a mailed link opens: its form, then the outcome. */
export function MailedLinkPage(props: MailedLinkPageProps) {
  const token = useLinkToken();
  return <LinkPage key={token} token={token} {...props} />;
}

function LinkPage({ token, texts, Form, links }: MailedLinkPageProps & { token: string }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<Outcome | undefined>(token === '' ? 'invalid' : undefined);
  // With a key of its own, each outcome's heading takes the focus and is read aloud.
  return outcome ? (
    <AuthFrame key={outcome} title={t(`${texts}.${outcome}_title`)} lead={t(`${texts}.${outcome}_lead`)}>
      {links[outcome]}
    </AuthFrame>
  ) : (
    <AuthFrame key="form" title={t(`${texts}.title`)} lead={t(`${texts}.lead`)}>
      <Form token={token} onOutcome={setOutcome} />
    </AuthFrame>
  );
}

/** Waits for a call that uses a link, and returns its outcome: `invalid` for a used, expired or truncated link. */
export async function outcomeOf(call: Promise<void>): Promise<Outcome> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof ApiError && (linkErrors.has(error.code) || 'token' in error.fields))
      return 'invalid';
    throw error;
  }
}

const linkErrors = new Set<string>(['EMAIL_LINK_INVALID', 'RESET_LINK_INVALID']);
