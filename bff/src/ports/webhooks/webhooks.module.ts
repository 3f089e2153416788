import { Module } from '@nestjs/common';
import { HttpWebhooks } from './http-webhooks.service';
import { Webhooks } from './webhooks';

@Module({ providers: [{ provide: Webhooks, useClass: HttpWebhooks }], exports: [Webhooks] })
export class WebhooksPortModule {}
