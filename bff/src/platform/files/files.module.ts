import { Global, Module } from '@nestjs/common';
import { SharedFiles } from './shared-files.service';

@Global()
@Module({ providers: [SharedFiles], exports: [SharedFiles] })
export class FilesModule {}
