import PDFDocument from 'pdfkit';
import type { Readable } from 'node:stream';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { Language } from '@bank/contracts/language';
import type { Batches } from './export-file';
import { PdfText } from './pdf-text';

export interface PdfColumn<Row> {
  header: string;
  /** In points; the columns together fill `pageWidth`. */
  width: number;
  align?: 'end';
  /** The cell's text, and a smaller detail below it. */
  cell: (row: Row) => { text: string; detail?: string };
}

interface PdfFrame {
  title: string;
  language: Language;
  /** Facts under the title, such as the owner, the dates and the filters. */
  facts: readonly { label: string; value: string }[];
  /** On every page. */
  footer: string;
  pageOf: (page: number, pages: number) => string;
}

const margin = 48;
const [paperWidth, paperHeight] = [595.28, 841.89];
export const pageWidth = paperWidth - 2 * margin;
const bottom = paperHeight - 64;
const cellGap = 12;
/** Around the rule below a row. */
const rowGap = 11;
const totalHeight = 18;

const colors = { ink: '#14211d', muted: '#52605a', brand: '#0e5a49', line: '#dfe3dd' };
const sizes = { title: 22, brand: 14, body: 9.5, small: 8 };
const lineHeights = { body: 13, small: 11 };

/** The brand's mark, on 32 units square (`libs/ui/theme/brand.tsx`). */
const mark = 'M6.5 21.5V14a9.5 9.5 0 0 1 19 0v7.5M2.5 26.5h27M12.5 21.5V15a3.5 3.5 0 0 1 7 0v6.5';

/** An A4 report: logo, title, facts, tables with repeated headers, page numbers. Tagged for screen readers. */
export class PdfReport {
  private readonly document: PDFKit.PDFDocument;
  private readonly text: PdfText;
  private readonly root: PDFKit.PDFStructureElement;
  private y = margin;

  constructor(private readonly frame: PdfFrame) {
    this.document = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: frame.language,
      info: { Title: frame.title, Author: 'Bank PCS', Creator: 'Bank PCS' },
    });
    this.text = new PdfText(this.document);
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
    this.head();
  }

  /** The file, complete after `finish`. */
  get content(): Readable {
    return this.document as unknown as Readable;
  }

  /**
   * Writes rows as they arrive, and yields to the event loop after every page.
   * @param totals how many lines of totals follow: they do not stand on a page without a row
   */
  async table<Row>(columns: readonly PdfColumn<Row>[], batches: Batches<Row>, totals = 0): Promise<void> {
    const table = this.document.struct('Table');
    this.root.add(table);
    this.columnHeads(columns, table);
    let last: Row | undefined;
    for await (const batch of batches) {
      for (const row of batch) {
        if (last !== undefined && this.row(columns, last, table)) await yieldToEvents();
        last = row;
      }
    }
    if (last !== undefined) this.row(columns, last, table, rowGap + cellGap + totals * totalHeight);
    table.end();
    this.y += cellGap;
  }

  /** Right-aligned lines of a label and an amount, kept on one page. */
  totals(lines: readonly { label: string; value: string }[]): void {
    if (this.y + lines.length * totalHeight > bottom) this.nextPage();
    for (const { label, value } of lines) {
      this.tagged('P', () => {
        this.text.write(label, margin + pageWidth - 130, this.y, { ...styles.muted, align: 'end' });
        this.text.write(value, margin + pageWidth, this.y, { ...styles.body, align: 'end' });
      });
      this.y += totalHeight;
    }
  }

  finish(): void {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page);
      this.artifact(() => {
        const y = bottom + 16;
        this.rule(y - 8);
        this.text.write(this.frame.footer, margin, y, styles.small);
        this.text.write(this.frame.pageOf(page + 1, count), margin + pageWidth, y, {
          ...styles.small,
          align: 'end',
        });
      });
    }
    this.root.end();
    this.document.end();
  }

  private head(): void {
    this.artifact(() => this.brand());
    this.y += 52;
    this.tagged('H1', () => this.text.write(this.frame.title, margin, this.y, styles.title));
    this.y += 40;
    for (const { label, value } of this.frame.facts) {
      const lines = this.text.wrap(value, pageWidth - 130, sizes.body);
      this.tagged('P', () => {
        this.text.write(label, margin, this.y, styles.muted);
        lines.forEach((line, index) =>
          this.text.write(line, margin + 130, this.y + index * lineHeights.body, styles.body),
        );
      });
      this.y += lines.length * lineHeights.body + 4;
    }
    this.y += 20;
  }

  private brand(): void {
    this.document
      .save()
      .translate(margin - 2, this.y)
      .scale(0.8);
    this.document.path(mark).lineWidth(3).lineCap('round').stroke(colors.brand).restore();
    this.text.write('Bank PCS', margin + 32, this.y + 6, { size: sizes.brand, color: colors.brand });
  }

  private nextPage(): void {
    this.document.addPage();
    this.y = margin;
  }

  private columnHeads<Row>(
    columns: readonly PdfColumn<Row>[],
    table: PDFKit.PDFStructureElement | null,
  ): void {
    const draw = ({ header, align }: PdfColumn<Row>, x: number, width: number) =>
      this.text.write(header, align ? x + width : x, this.y, { ...styles.small, ...(align && { align }) });
    if (table) {
      const row = this.document.struct('TR');
      table.add(row);
      eachCell(columns, (column, x, width) =>
        row.add(this.document.struct('TH', {}, () => draw(column, x, width))),
      );
      row.end();
    } else {
      // Repeated headers are not read aloud.
      this.artifact(() => eachCell(columns, draw));
    }
    this.y += lineHeights.small + 4;
    this.artifact(() => this.rule(this.y));
    this.y += 6;
  }

  /** Writes one row that needs so much room below it, in points, and returns whether it began a page. */
  private row<Row>(
    columns: readonly PdfColumn<Row>[],
    row: Row,
    table: PDFKit.PDFStructureElement,
    below = 0,
  ): boolean {
    const cells = columns.map(({ width, cell }) => this.cellLines(cell(row), width - cellGap));
    const height = Math.max(...cells.map((lines) => lines.reduce((sum, line) => sum + line.height, 0)));
    const isNew = this.y + height + below > bottom;
    if (isNew) {
      this.nextPage();
      this.columnHeads(columns, null);
    }
    const tr = this.document.struct('TR');
    table.add(tr);
    eachCell(columns, ({ align }, x, width, index) =>
      tr.add(
        this.document.struct('TD', {}, () => this.cell(cells[index] ?? [], align ? x + width : x, align)),
      ),
    );
    tr.end();
    this.y += height + 5;
    this.artifact(() => this.rule(this.y));
    this.y += 6;
    return isNew;
  }

  private cellLines({ text, detail }: { text: string; detail?: string }, width: number): CellLine[] {
    const linesOf = (words: string, style: 'body' | 'small') =>
      this.text
        .wrap(words, width, sizes[style])
        .map((line) => ({ text: line, style: styles[style], height: lineHeights[style] }));
    return [...linesOf(text, 'body'), ...(detail ? linesOf(detail, 'small') : [])];
  }

  private cell(lines: CellLine[], x: number, align: 'end' | undefined): void {
    let { y } = this;
    for (const { text, style, height } of lines) {
      this.text.write(text, x, y, { ...style, ...(align && { align }) });
      y += height;
    }
  }

  private rule(y: number): void {
    this.document
      .moveTo(margin, y)
      .lineTo(margin + pageWidth, y)
      .lineWidth(0.5)
      .stroke(colors.line);
  }

  private tagged(type: string, draw: () => void): void {
    this.root.add(this.document.struct(type, {}, draw));
  }

  /** Draws decoration, which is not read aloud. */
  private artifact(draw: () => void): void {
    this.document.markContent('Artifact');
    draw();
    this.document.endMarkedContent();
  }
}

const styles = {
  title: { size: sizes.title, color: colors.ink },
  body: { size: sizes.body, color: colors.ink },
  muted: { size: sizes.body, color: colors.muted },
  small: { size: sizes.small, color: colors.muted },
};

interface CellLine {
  text: string;
  style: { size: number; color: string };
  height: number;
}

function eachCell<Row>(
  columns: readonly PdfColumn<Row>[],
  draw: (column: PdfColumn<Row>, x: number, width: number, index: number) => void,
): void {
  let x = margin;
  columns.forEach((column, index) => {
    draw(column, x, column.width, index);
    x += column.width;
  });
}
