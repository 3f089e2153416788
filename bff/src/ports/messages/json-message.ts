/** What a message of JSON has; undefined for another one. */
export function jsonOf(message: Buffer): unknown {
  try {
    return JSON.parse(message.toString('utf8'));
  } catch {
    return undefined;
  }
}
