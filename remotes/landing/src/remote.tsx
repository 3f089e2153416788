import { defineRemote, deferred } from '@bank/client/remote-module';
import { LandingPage } from './landing/landing-page';

export default defineRemote({
  pages: {
    landing: LandingPage,
    status: deferred(async () => (await import('./status/status-page')).StatusPage),
    unsubscribe: deferred(async () => (await import('./unsubscribe/unsubscribe-page')).UnsubscribePage),
  },
  slots: {
    stories: deferred(async () => (await import('./stories/landing-story')).LandingStory),
  },
});
