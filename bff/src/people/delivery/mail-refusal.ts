/** The SMTP code with which a server refused the recipient for good (RFC 5321, section 4.2.1; 550, 551, 553), if it did. */
export function refusalOf(error: unknown): number | undefined {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const isOfRecipient = code === 'EENVELOPE' && command === 'RCPT TO';
  return isOfRecipient && [550, 551, 553].includes(responseCode ?? 0) ? responseCode : undefined;
}
