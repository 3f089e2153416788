import type { Tokens } from '@bank/contracts/auth';
import { waitingSession } from '@bank/contracts/routes';
import { config } from '../http/config';
import { writeTokens } from '../http/tokens';

/** Takes over the session that a form opened before this script ran; without one, or when it fails, nothing changes. */
export async function takeWaitingSession() {
  if (!config.session_waiting) return;
  try {
    const answer = await fetch(waitingSession.take, { method: 'POST', signal: AbortSignal.timeout(8_000) });
    if (answer.ok) writeTokens((await answer.json()) as Tokens);
  } catch {
    // The person signs in again.
  }
}
