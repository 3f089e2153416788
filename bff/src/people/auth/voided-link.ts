/**
 * Ends a link or a challenge at every server: before its own beginning, since one whose clock is behind must not find it valid, nor
 * a simultaneous call.
 */
export const voided = 'expires_at = created_at - INTERVAL 1 DAY';
