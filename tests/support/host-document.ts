import type { HostConfig } from '@bank/contracts/host-config';
import { hostConfigElement } from '@bank/contracts/routes';

// Import it before our modules: `@bank/client/config` reads the document when it is loaded.
const config: HostConfig = {
  site: 'shell',
  api_base: '/api',
  registry: { remotes: [], sequence: 0, signature: '' },
  registry_keys: [],
  local_remotes: [],
  origins: { shell: 'http://shell.test', 'back-office': 'http://back-office.test' },
  session: { idle_seconds: 300, warning_seconds: 60, lifetime_seconds: 28_800 },
  demo_accounts: [],
  host_files: {},
};

const element = document.createElement('script');
element.id = hostConfigElement;
element.type = 'application/json';
element.textContent = JSON.stringify(config);
document.head.append(element);
