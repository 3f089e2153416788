/**
 * The time of the person's last call in any tab of this site, in ms since 1970. The server measures idle time
 * by the same calls (wire contract, section 3).
 */
const key = 'last_call';
let inThisTab = 0;

/** Notes that the person caused a call just now. */
export function recordActivity(at = Date.now()) {
  inThisTab = at;
  try {
    localStorage.setItem(key, String(at));
  } catch {
    // Blocked storage: this tab's own note is enough.
  }
}

/** 0 when none is known. */
export function lastActivityAt(): number {
  try {
    return Math.max(inThisTab, Number(localStorage.getItem(key)) || 0);
  } catch {
    return inThisTab;
  }
}
