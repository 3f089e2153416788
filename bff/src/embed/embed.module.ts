import { Module } from '@nestjs/common';
import { RemotesModule } from '../remotes/remotes.module';
import { DemonstrationPartner } from './demonstration-partner';
import { PartnersService } from './partners.service';

@Module({
  imports: [RemotesModule],
  providers: [DemonstrationPartner, PartnersService],
  exports: [PartnersService],
})
export class EmbedModule {}
