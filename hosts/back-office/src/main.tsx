import '@bank/ui/global.css';
import { startHost } from '@bank/client/host-app';
import { BackOfficeLayout } from './back-office-layout';

void startHost(BackOfficeLayout);
