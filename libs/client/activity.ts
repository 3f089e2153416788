/**
 * When the person last caused a call, in any tab of this site, as milliseconds since 1970. The server counts idle
 * time from the same calls (wire contract, section 3), so the two clocks tell the same story.
 */
const key = 'last_call';
let inThisTab = 0;

/** Notes that the person caused a call just now. */
export function noteCall(at = Date.now()) {
  inThisTab = at;
  try {
    localStorage.setItem(key, String(at));
  } catch {
    // Blocked storage: this tab's own note is enough.
  }
}

/** The time of the last call that the person caused in any tab; 0 when none is known. */
export function lastCall(): number {
  try {
    return Math.max(inThisTab, Number(localStorage.getItem(key)) || 0);
  } catch {
    return inThisTab;
  }
}
