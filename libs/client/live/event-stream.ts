/** `type` is `message` where the server sends none. */
export interface StreamMessage {
  type: string;
  data: string;
}

/**
 * Parses the event-stream format (HTML, section 9.2.6) from arbitrary chunks and passes on each complete
 * message. Ignores ids and retry times: our server sends none.
 */
export function eventStreamParser(onMessage: (message: StreamMessage) => void): (text: string) => void {
  let rest = '';
  let type = '';
  let data: string[] = [];

  const take = (line: string) => {
    if (line === '') {
      if (data.length > 0) onMessage({ type: type || 'message', data: data.join('\n') });
      type = '';
      data = [];
      return;
    }
    // A line that begins with a colon is a comment: its field has no name.
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
  };

  return (text) => {
    // A carriage return at the very end may be half of a line end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    lines.forEach(take);
  };
}
