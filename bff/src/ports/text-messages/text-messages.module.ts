import { Module } from '@nestjs/common';
import { SignedTextMessagesService } from './signed-text-messages.service';
import { TextMessages } from './text-messages';

@Module({
  providers: [{ provide: TextMessages, useClass: SignedTextMessagesService }],
  exports: [TextMessages],
})
export class TextMessagesModule {}
