import { Global, Module } from '@nestjs/common';
import { PasskeyApprovals } from '../approvals/passkey-approvals';
import { AuthModule } from '../auth/auth.module';
import { UsersModule } from '../users/users.module';
import { Assertions } from './assertions.service';
import { PasskeyChallenges } from './passkey-challenges.service';
import { PasskeyEnrolment } from './passkey-enrolment.service';
import { PasskeyRegistrations } from './passkey-registration.service';
import { PasskeyRemoval } from './passkey-removal.service';
import { PasskeySettingsController } from './passkey-settings.controller';
import { PasskeySettings } from './passkey-settings.service';
import { PasskeySignIn } from './passkey-sign-in.service';
import { PasskeyStore } from './passkey-store.service';
import { PasskeysController } from './passkeys.controller';
import { PasskeysService } from './passkeys.service';

/** Global, since approvals, which are below, are proved by passkeys. */
@Global()
@Module({
  imports: [AuthModule, UsersModule],
  controllers: [PasskeysController, PasskeySettingsController],
  providers: [
    Assertions,
    PasskeyChallenges,
    PasskeyEnrolment,
    PasskeyRegistrations,
    PasskeySettings,
    PasskeySignIn,
    PasskeyStore,
    PasskeyRemoval,
    PasskeysService,
    { provide: PasskeyApprovals, useExisting: PasskeysService },
  ],
  exports: [PasskeyApprovals, PasskeysService],
})
export class PasskeysModule {}
