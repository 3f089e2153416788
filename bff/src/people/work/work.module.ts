import { Module } from '@nestjs/common';
import { ViewsController } from './views.controller';
import { ViewsService } from './views.service';
import { WorkController } from './work.controller';
import { WorkService } from './work.service';

@Module({ controllers: [ViewsController, WorkController], providers: [ViewsService, WorkService] })
export class WorkModule {}
