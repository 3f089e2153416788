import { expect } from '@playwright/test';
import { outboxOf } from '../support/outbox';

/** The link to a page in the newest mail to an address in the outbox, once it is there. */
export async function mailedLink(dataDir: string, address: string, path: string): Promise<string> {
  const pattern = new RegExp(`https?://\\S+${path}#token=[\\w-]{43}`);
  let link = '';
  await expect(async () => {
    const mails = await outboxOf(dataDir, 'eml', `To: ${address}`);
    link = mails.flatMap((mail) => pattern.exec(mail)?.[0] ?? []).at(-1) ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 10_000 });
  return link;
}
