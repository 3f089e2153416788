import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { LoginPage } from './login/login-page';

const Signup = lazy(async () => ({ default: (await import('./signup/signup-page')).SignupPage }));
const Forgot = lazy(async () => ({
  default: (await import('./password/forgot-password-page')).ForgotPasswordPage,
}));
const Reset = lazy(async () => ({
  default: (await import('./password/reset-password-page')).ResetPasswordPage,
}));

/** The host loads each page lazily, and React takes no lazy component from another one: hence a plain one around it. */
export default defineRemote({
  pages: {
    login: LoginPage,
    signup: () => <Signup />,
    'forgot-password': () => <Forgot />,
    'reset-password': () => <Reset />,
  },
});
