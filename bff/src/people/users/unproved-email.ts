/**
 * SQL: whether staff set the address of a user in the place of another and nobody has proved it since: it may be a stranger's.
 * One that was typed at sign-up is the person's own until another one replaces it.
 */
export const isUnprovedReplacement = (u: string) =>
  `(${u}.email_replaced AND ${u}.email_verified_at IS NULL)`;
