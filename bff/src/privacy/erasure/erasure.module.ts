import { Module } from '@nestjs/common';
import { ErasureService } from './erasure.service';
import { VisitorMessagesService } from './visitor-messages.service';

@Module({
  providers: [ErasureService, VisitorMessagesService],
  exports: [ErasureService, VisitorMessagesService],
})
export class ErasureModule {}
