import { Module } from '@nestjs/common';
import { AuthModule } from '../../people/auth/auth.module';
import { UserAdministrationModule } from '../../people/user-administration/user-administration.module';
import { CustomerFileService } from './customer-file.service';
import { FinderService } from './finder.service';
import { StaffFinderController } from './staff-finder.controller';

@Module({
  imports: [AuthModule, UserAdministrationModule],
  controllers: [StaffFinderController],
  providers: [CustomerFileService, FinderService],
})
export class StaffFinderModule {}
