import { defineRemote, deferred } from '@bank/client/remote-module';
import { LoginPage } from './login/login-page';

export default defineRemote({
  pages: {
    login: LoginPage,
    signup: deferred(async () => (await import('./signup/signup-page')).SignupPage),
    continue: deferred(async () => (await import('./continue/continue-page')).ContinuePage),
    'confirm-email': deferred(async () => (await import('./email/confirm-email-page')).ConfirmEmailPage),
    'not-me': deferred(async () => (await import('./not-me/not-me-page')).NotMePage),
    'forgot-password': deferred(
      async () => (await import('./password/forgot-password-page')).ForgotPasswordPage,
    ),
    'reset-password': deferred(
      async () => (await import('./password/reset-password-page')).ResetPasswordPage,
    ),
    'change-password': deferred(
      async () => (await import('./password/change-password-page')).ChangePasswordPage,
    ),
  },
  slots: {
    stories: deferred(async () => (await import('./stories/auth-story')).AuthStory),
  },
});
