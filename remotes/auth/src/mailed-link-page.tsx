import { type ComponentType, type ReactNode, useState, useEffect } from 'react';
import { ApiError } from '@bank/client/api';
import { AuthFrame } from './auth-frame';
import { useEmailTexts } from './email/texts';
import { useLocation, useNavigate } from '@bank/client/router';

type Outcome = 'done' | 'invalid';

export interface LinkFormProps {
  token: string;
  onOutcome: (outcome: Outcome) => void;
}

type Texts = 'email' | 'verify';

type TextName = 'title' | 'lead' | `${Outcome}_title` | `${Outcome}_lead`;

interface MailedLinkPageProps {
  /** The prefix of the page's texts, or the texts themselves. */
  texts: Texts | ((token: string) => Texts) | Record<TextName, string>;
  Form: ComponentType<LinkFormProps>;
  /** The link to continue with after each outcome. */
  links: Record<Outcome, ReactNode>;
}

/** A page that a mailed link opens: its form, then the outcome. */
export function MailedLinkPage(props: MailedLinkPageProps) {
  const token = useLinkToken();
  return <LinkPage key={token} token={token} {...props} />;
}

function LinkPage({ token, texts: textsOf, Form, links }: MailedLinkPageProps & { token: string }) {
  const { t } = useEmailTexts();
  const texts = typeof textsOf === 'function' ? textsOf(token) : textsOf;
  const say = (name: TextName) => (typeof texts === 'string' ? t(`${texts}.${name}`) : texts[name]);
  const [outcome, setOutcome] = useState<Outcome | undefined>(token === '' ? 'invalid' : undefined);
  // With a key of its own, each outcome's heading takes the focus and is read aloud.
  return outcome ? (
    <AuthFrame key={outcome} title={say(`${outcome}_title`)} lead={say(`${outcome}_lead`)}>
      {links[outcome]}
    </AuthFrame>
  ) : (
    <AuthFrame key="form" title={say('title')} lead={say('lead')}>
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

const linkErrors = new Set<string>(['EMAIL_LINK_INVALID', 'RESET_LINK_INVALID', 'SIGN_IN_LINK_INVALID']);

/**
 * The token of a mailed link, from the fragment, which no server or log sees. Removed from the address at once, so that the
 * browser's list of visited pages does not keep it; the state of this visit does, so that a reloaded page still has it.
 * Older links have it in the query.
 */
function useLinkToken(): string {
  const { hash, search, pathname, state } = useLocation();
  const navigate = useNavigate();
  const linked = tokenIn(hash.slice(1)) ?? tokenIn(search) ?? '';
  useEffect(() => {
    if (linked) void navigate(pathname, { replace: true, state: { linkToken: linked } });
  }, [linked, navigate, pathname]);
  return linked || keptToken(state);
}

const keptToken = (state: unknown) =>
  typeof state === 'object' && state !== null && 'linkToken' in state ? String(state.linkToken) : '';

const tokenIn = (parameters: string) => new URLSearchParams(parameters).get('token') ?? undefined;
