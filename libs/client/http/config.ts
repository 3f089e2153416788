import type { HostConfig } from '@bank/contracts/host-config';
import { hostConfigElement } from '@bank/contracts/routes';
import type { Site } from '@bank/contracts/remotes';

/** The configuration in this page's document: the site, its remotes, and the session's times. */
export const config: HostConfig = readConfig();

/** Where each site leads after signing in (wire contract, section 5). */
export const homePathOf: Record<Site, string> = { shell: '/dashboard', 'back-office': '/admin' };

function readConfig(): HostConfig {
  const element = document.getElementById(hostConfigElement);
  if (!element?.textContent) throw new Error(`the document has no #${hostConfigElement}`);
  return JSON.parse(element.textContent) as HostConfig;
}
