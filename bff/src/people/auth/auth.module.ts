import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { Config } from '../../platform/config/config';
import { MailModule } from '../../platform/mail/mail.module';
import { CasesModule } from '../cases/cases.module';
import { RulesModule } from '../rules/rules.module';
import { UsersModule } from '../users/users.module';
import { signing } from './access-token';
import { AccessTokens } from './access-tokens.service';
import { AttemptsService } from './attempts.service';
import { AuthController } from './auth.controller';
import { CurrentSessions } from './current-sessions.service';
import { DisownedChanges } from './disowned-changes.service';
import { EmailChangeService } from './email-change.service';
import { FactorApproval } from './factor-approval.service';
import { EmailVerificationService } from './email-verification.service';
import { JwtStrategy } from './jwt.strategy';
import { KnownDevices } from './known-devices.service';
import { LoginService } from './login.service';
import { PasswordProofService } from './password-proof.service';
import { PasswordResetService } from './password-reset.service';
import { PasswordsService } from './passwords.service';
import { RememberedBrowsers } from './remembered-browsers.service';
import { SignInNotices } from './sign-in-notices.service';
import { SignInNoticesController } from './sign-in-notices.controller';
import { SecondFactors } from './second-factors.service';
import { SessionOpener } from './session-opener.service';
import { SessionsService } from './sessions.service';
import { SignInCodes } from './sign-in-codes.service';
import { SignInDatabase, signInDatabase } from './sign-in-database';
import { SignInQueue } from './sign-in-queue.service';
import { SignUpService } from './sign-up.service';
import { TwoFactorController } from './two-factor.controller';
import { TwoFactorService } from './two-factor.service';

@Module({
  imports: [
    CasesModule,
    MailModule,
    PassportModule,
    RulesModule,
    UsersModule,
    JwtModule.registerAsync({ inject: [Config], useFactory: signing }),
  ],
  controllers: [AuthController, SignInNoticesController, TwoFactorController],
  providers: [
    AccessTokens,
    AttemptsService,
    CurrentSessions,
    DisownedChanges,
    EmailChangeService,
    FactorApproval,
    EmailVerificationService,
    JwtStrategy,
    KnownDevices,
    LoginService,
    PasswordProofService,
    PasswordResetService,
    PasswordsService,
    RememberedBrowsers,
    SecondFactors,
    SessionOpener,
    SessionsService,
    SignInCodes,
    signInDatabase,
    SignInNotices,
    SignInQueue,
    SignUpService,
    TwoFactorService,
  ],
  exports: [
    AttemptsService,
    CurrentSessions,
    EmailChangeService,
    EmailVerificationService,
    KnownDevices,
    PasswordProofService,
    PasswordResetService,
    PasswordsService,
    SecondFactors,
    SessionOpener,
    SessionsService,
    SignInDatabase,
    SignInNotices,
    SignInQueue,
    SignUpService,
    TwoFactorService,
  ],
})
export class AuthModule {}
