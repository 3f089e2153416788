import { Module } from '@nestjs/common';
import { ErasureService } from './erasure.service';
import { UnmadeUsersService } from './unmade-users.service';
import { VisitorMessagesService } from './visitor-messages.service';

@Module({
  providers: [ErasureService, UnmadeUsersService, VisitorMessagesService],
  exports: [ErasureService, UnmadeUsersService, VisitorMessagesService],
})
export class ErasureModule {}
