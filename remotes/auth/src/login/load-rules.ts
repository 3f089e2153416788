import type { Credentials } from './login.api';

/** The rules of both steps, which are fetched once the page is shown. */
export const loadRules = () => import('./login-rules');

/** The rules' verdict on typed credentials. Rejects if they cannot be loaded, after a second try. */
export const judge = async (typed: Credentials) => (await loadRules().catch(loadRules)).judged(typed);
