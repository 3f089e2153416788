import { setTimeout as sleep } from 'node:timers/promises';

export interface SentEvent {
  type: string;
  data: Record<string, unknown>;
}

/** A page that listens to `GET /api/events`. */
export async function listen(url: string, token: string) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const events: SentEvent[] = [];
  let comments = 0;
  const ended = (async () => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (type) events.push({ type, data: JSON.parse(data ?? '') as SentEvent['data'] });
        else comments += 1;
      }
    }
  })().catch(() => undefined);
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    ended,
    comments: () => comments,
    close: () => stop.abort(),
    /** The first event that passes, as soon as it comes. */
    async next(type: string): Promise<SentEvent> {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const found = events.find((event) => event.type === type);
        if (found) return found;
        await sleep(25);
      }
      throw new Error(`no ${type} among ${JSON.stringify(events)}`);
    },
  };
}
