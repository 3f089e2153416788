import { defineRemote } from '@bank/client/remote-module';
import { LandingPage } from './landing/landing-page';

export default defineRemote({ pages: { landing: LandingPage } });
