/** A telephone number as E.164 writes it, such as `users.phone_key`. */
export const isTelephoneNumber = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/** Text messages to telephones. The sender has to know that the number was verified (the bank and the world, section 6). */
export abstract class TextMessages {
  /** Whether the bank can send any at all; otherwise nothing of it is offered (503 NOT_CONFIGURED). */
  abstract readonly isConfigured: boolean;

  /**
   * Hands a message over for delivery. It is delivered once by its id, printable ASCII of at most 64 characters: sending it
   * again after a failure is safe. Without an id every call is another message.
   * @param to a number by E.164. @param text cut after 1 000 characters.
   * @throws Error when it is not configured, the number is none, or the message was not accepted in time.
   */
  abstract send(to: string, text: string, id?: string): Promise<void>;
}
