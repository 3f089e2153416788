import { Module } from '@nestjs/common';
import { WebPushModule } from '../../ports/web-push/web-push.module';
import { PushController } from './push.controller';
import { PushSubscriptionsService } from './push-subscriptions.service';
import { PushTargetsService } from './push-targets.service';

@Module({
  imports: [WebPushModule],
  controllers: [PushController],
  providers: [PushSubscriptionsService, PushTargetsService],
  exports: [PushTargetsService],
})
export class PushModule {}
