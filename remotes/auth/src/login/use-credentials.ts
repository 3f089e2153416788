import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { LoginRequest } from '@bank/contracts/auth';
import { ApiError, networkFailure } from '@bank/client/api';
import { useShownRemote } from '@bank/client/remote-context';
import { judge } from './load-rules';
import type { Credentials } from './login.api';

type Errors = Partial<Record<string, string>>;

interface Progress {
  submitCount: number;
  isSubmitting: boolean;
}

/**
 * The form of the sign-in, with the behaviour of `useContractForm`: rules when it is sent, then at each change; the
 * server's words beside the fields; what was typed is kept when another version of the remote comes. Without its library,
 * which weighs more than all else that the sign-in page loads of this remote.
 */
export function useCredentials(username: string, send: (request: LoginRequest) => Promise<void>) {
  const shown = useShownRemote();
  const { usernameRef, passwordRef, read, write } = useFields(username);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [state, setState] = useState<Progress>({ submitCount: 0, isSubmitting: false });

  const judged = () => judge(read()).catch((error) => notLoaded(error, shown));

  const sendJudged = async (): Promise<Errors> => {
    const verdict = await judged();
    if ('errors' in verdict) return verdict.errors;
    setFailure(undefined);
    setErrors({});
    await send(verdict.request);
    return {};
  };

  const refused = (error: unknown): Errors => {
    if (!(error instanceof ApiError)) throw error;
    setFailure(error.message);
    return error.fields;
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setState(({ submitCount }) => ({ submitCount, isSubmitting: true }));
    try {
      setErrors(await sendJudged().catch(refused));
    } finally {
      setState(({ submitCount }) => ({ submitCount: submitCount + 1, isSubmitting: false }));
    }
  };

  const judgeAgain = async (name: keyof Credentials) => {
    if (state.submitCount === 0) return;
    // If the rules cannot be loaded, sending the form tries again.
    const verdict = await judged().catch(() => undefined);
    if (!verdict) return;
    setErrors((known) => ({ ...known, [name]: 'errors' in verdict ? verdict.errors[name] : undefined }));
  };

  const fill = (values: Credentials) => {
    write(values);
    setErrors({});
    setFailure(undefined);
  };

  return { usernameRef, passwordRef, errors, failure, state, submit, judgeAgain, fill };
}

function notLoaded(error: unknown, shown: ReturnType<typeof useShownRemote>): never {
  shown?.partFailed(error);
  throw networkFailure();
}

/** The fields hold their values themselves: a browser fills them in without a word to the page. */
function useFields(username: string) {
  const forms = useShownRemote()?.forms;
  const usernameRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const [identity] = useState(
    () => location.pathname + location.search + JSON.stringify({ username, password: '' }),
  );
  const access = useMemo(
    () => ({
      read: (): Credentials => ({
        username: usernameRef.current?.value ?? '',
        password: passwordRef.current?.value ?? '',
      }),
      write: (values: Credentials) => {
        if (usernameRef.current) usernameRef.current.value = values.username;
        if (passwordRef.current) passwordRef.current.value = values.password;
      },
    }),
    [],
  );
  useEffect(() => {
    const typed = forms?.take<Credentials>(identity);
    if (typed) access.write(typed);
    return forms?.join(identity, access.read);
  }, [forms, identity, access]);
  return { usernameRef, passwordRef, ...access };
}
