import { Module } from '@nestjs/common';
import { ServersService } from './servers.service';

@Module({ providers: [ServersService] })
export class ServersModule {}
