import { Module } from '@nestjs/common';
import { ExportTurns } from './export-turns.interceptor';
import { PdfRenderer } from './pdf-renderer.service';

@Module({ providers: [ExportTurns, PdfRenderer], exports: [ExportTurns, PdfRenderer] })
export class ExportsModule {}
