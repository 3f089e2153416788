import type { HostConfig } from '@bank/contracts/host-config';
import { hostConfigElement } from '../../libs/contracts/routes';

/** The shell's configuration in the document at an address. */
export async function configOf(url: string, cookie = ''): Promise<HostConfig> {
  const html = await (await fetch(url, { redirect: 'manual', headers: { cookie } })).text();
  const element = new RegExp(`id="${hostConfigElement}">(.*?)</script>`, 's');
  return JSON.parse(element.exec(html)?.[1] ?? '') as HostConfig;
}
