import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { AccountsModule } from '../accounts/accounts.module';
import { Config } from '../config';
import { MailModule } from '../mail/mail.module';
import { UsersModule } from '../users/users.module';
import { AccessTokens, signing } from './access-token';
import { AttemptsService } from './attempts.service';
import { AuthController } from './auth.controller';
import { EmailChangeService } from './email-change.service';
import { HousekeepingService } from './housekeeping.service';
import { JwtStrategy } from './jwt.strategy';
import { KnownDevices } from './known-devices.service';
import { LoginService } from './login.service';
import { PasswordProofService } from './password-proof.service';
import { PasswordResetService } from './password-reset.service';
import { PasswordsService } from './passwords.service';
import { ProofService } from './proof.service';
import { SessionsService } from './sessions.service';
import { signInDatabase } from './sign-in-database';
import { SignInQueue } from './sign-in-queue';
import { SignUpService } from './sign-up.service';
import { TwoFactorService } from './two-factor.service';

@Module({
  imports: [
    AccountsModule,
    MailModule,
    PassportModule,
    UsersModule,
    JwtModule.registerAsync({ inject: [Config], useFactory: signing }),
  ],
  controllers: [AuthController],
  providers: [
    AccessTokens,
    AttemptsService,
    EmailChangeService,
    HousekeepingService,
    JwtStrategy,
    KnownDevices,
    LoginService,
    PasswordProofService,
    PasswordResetService,
    PasswordsService,
    ProofService,
    SessionsService,
    signInDatabase,
    SignInQueue,
    SignUpService,
    TwoFactorService,
  ],
  exports: [
    AttemptsService,
    EmailChangeService,
    HousekeepingService,
    KnownDevices,
    PasswordProofService,
    PasswordResetService,
    PasswordsService,
    ProofService,
    SessionsService,
    SignInQueue,
    SignUpService,
    TwoFactorService,
  ],
})
export class AuthModule {}
