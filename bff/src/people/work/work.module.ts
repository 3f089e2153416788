import { Module } from '@nestjs/common';
import { ViewsController } from './views.controller';
import { ViewsService } from './views.service';
import { workControllers } from './work-controllers';
import { WorkService } from './work.service';

@Module({ controllers: [ViewsController, ...workControllers], providers: [ViewsService, WorkService] })
export class WorkModule {}
