const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a JSON text. @throws Error for another text, and for bytes that are not UTF-8 (RFC 8259, section 8.1). */
export const readJson = (text: Uint8Array): unknown => JSON.parse(utf8.decode(text));

/** As `readJson`, but undefined for what it refuses. */
export function jsonOf(message: Uint8Array): unknown {
  try {
    return readJson(message);
  } catch {
    return undefined;
  }
}
