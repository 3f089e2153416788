import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodedMail } from './outbox';

/** What a call that needs an approval answers beside its error. */
export interface AskedApproval {
  id: number;
  methods: string[];
  summary: Record<string, unknown>;
  expires_at: string;
}

/** The data folders of the banks that this process started, by the ports of their sites. */
const folders = new Map<string, string>();

/** Makes the codes of a bank's messages known to `call`. */
export function knowOutbox({ urls, dataDir }: { urls: string[]; dataDir: string }): void {
  for (const url of urls) folders.set(new URL(url).port, dataDir);
}

/** How long a message may take, and a margin over the life of an approval: older files are not read. */
const patienceMs = 10_000;
const newestMs = 6 * 60_000;

/** The codes of the messages read so far, by folder and approval; a message never changes once it is there. */
const codes = new Map<string, string>();
const read = new Set<string>();

/** The newest code that the bank behind an address sent for an approval; undefined for a bank without an outbox here. */
export async function codeOf(url: string, id: number): Promise<string | undefined> {
  const dataDir = folders.get(new URL(url).port);
  if (dataDir === undefined) return undefined;
  const outbox = path.join(dataDir, 'outbox');
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(10)) {
    await readNew(outbox);
    const code = codes.get(`${outbox} ${id}`);
    if (code) return code;
  }
  return undefined;
}

async function readNew(outbox: string): Promise<void> {
  const since = new Date(Date.now() - newestMs).toISOString().replace(/[:.]/g, '-');
  const names = await readdir(outbox).catch(() => []);
  const fresh = names
    .filter((name) => !name.startsWith('.') && name > since && !read.has(outbox + name))
    .sort();
  for (const name of fresh) {
    const text = decodedMail(await readFile(path.join(outbox, name), 'utf8'));
    read.add(outbox + name);
    const id = /Confirmation (?:n°|no\.)\s(\d+)/.exec(text)?.[1];
    const code = /\b(\d{6})\b(?=\s+(?:Il ne vaut|It is for))/.exec(text)?.[1];
    if (id && code) codes.set(`${outbox} ${id}`, code);
  }
}
