import { Module } from '@nestjs/common';
import { VapidWebPushService } from './vapid-web-push.service';
import { WebPush } from './web-push';

@Module({ providers: [{ provide: WebPush, useClass: VapidWebPushService }], exports: [WebPush] })
export class WebPushModule {}
