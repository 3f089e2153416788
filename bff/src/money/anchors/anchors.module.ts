import { Module } from '@nestjs/common';
import { AnchorsService } from './anchors.service';

@Module({ providers: [AnchorsService] })
export class AnchorsModule {}
