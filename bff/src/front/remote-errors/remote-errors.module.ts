import { Module } from '@nestjs/common';
import { ReleasesModule } from '../releases/releases.module';
import { AdminRemoteErrorsController } from './admin-remote-errors.controller';
import { ErrorGroups } from './error-groups.service';
import { RemoteErrorsController } from './remote-errors.controller';
import { RemoteErrorsService } from './remote-errors.service';
import { StackResolver } from './stack-resolver.service';

@Module({
  imports: [ReleasesModule],
  controllers: [AdminRemoteErrorsController, RemoteErrorsController],
  providers: [ErrorGroups, RemoteErrorsService, StackResolver],
  exports: [RemoteErrorsService],
})
export class RemoteErrorsModule {}
