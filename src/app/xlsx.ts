// A workbook (Office Open XML) written while its rows come in: sheets as plain XML, in a ZIP that streams.
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ModeType } from '../contract/mode.ts';
import type { RowStream } from '../dialects/dialect.ts';

/** The format's own limits. */
const rowsPerSheet = 1_048_576;
const textPerCell = 32_767;
/** A spreadsheet reckons with doubles: a longer number is shown whole only as a text. */
const digitsPerNumber = 15;

/** `rows`: each a JSON list of texts and nulls, in lines. */
export function workbook(
  names: readonly string[],
  modes: readonly ModeType[],
  rows: RowStream,
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.outputStream.pipe(output);
  zip.on('error', fail);
  writeSheets(zip, names, modes, rows, output).catch(fail);
  return copies(output);
}

/** The compressor goes on writing into the memory of what it hands out, which is not ours to give away. */
async function* copies(output: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of output) {
    if (chunk instanceof Uint8Array) yield Uint8Array.from(chunk);
  }
}

async function writeSheets(
  zip: ZipFile,
  names: readonly string[],
  modes: readonly ModeType[],
  rows: RowStream,
  output: PassThrough,
): Promise<void> {
  const lines = new Lines(rows);
  let sheets = 0;
  try {
    do {
      sheets++;
      const sheet = Readable.from(sheetXml(names, modes, lines));
      // Nobody reads on: then nobody writes on either.
      const leave = () => sheet.destroy();
      output.once('close', leave);
      zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`);
      await once(sheet, 'close');
      output.off('close', leave);
    } while (!output.destroyed && (await lines.hasNext()));
  } finally {
    await lines.end();
  }
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  for (const [path, xml] of frame(numbers)) zip.addBuffer(Buffer.from(xml), path);
  zip.end();
}

/** The rows as lines, one after the other from sheet to sheet. */
class Lines {
  readonly #lines: AsyncGenerator<string>;
  #next: Promise<IteratorResult<string>> | null = null;

  constructor(rows: RowStream) {
    this.#lines = splitLines(rows);
  }

  async hasNext(): Promise<boolean> {
    this.#next ??= this.#lines.next();
    return (await this.#next).done !== true;
  }

  async next(): Promise<string | null> {
    const step = await (this.#next ?? this.#lines.next());
    this.#next = null;
    return step.done === true ? null : step.value;
  }

  async end(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

async function* splitLines(rows: RowStream): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of rows) {
    const parts = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Pieces large enough that compressing them is worth a turn. */
const pieceChars = 64 * 1024;

async function* sheetXml(
  names: readonly string[],
  modes: readonly ModeType[],
  lines: Lines,
): AsyncGenerator<string> {
  let text = `${head}<worksheet xmlns="${main}"><sheetData>${rowXml(names.map(textCell))}`;
  for (let count = 1; count < rowsPerSheet; count++) {
    const line = await lines.next();
    if (line === null) break;
    text += rowXml(cellsOf(line).map((value, i) => cellXml(value, modes[i])));
    if (text.length >= pieceChars) {
      yield text;
      text = '';
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

function cellsOf(line: string): (string | null)[] {
  const cells: unknown = JSON.parse(line);
  if (!Array.isArray(cells)) throw new Error('a row came as something else than a list');
  return cells.map((cell) => (typeof cell === 'string' ? cell : null));
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`;
}

function cellXml(value: string | null, mode: ModeType | undefined): string {
  if (value === null) return '<c/>';
  if ((mode === 'integer' || mode === 'numeric') && isShortNumber(value)) {
    return `<c><v>${value}</v></c>`;
  }
  if (mode === 'boolean' && (value === 'true' || value === 'false')) {
    return `<c t="b"><v>${value === 'true' ? 1 : 0}</v></c>`;
  }
  return textCell(value);
}

function isShortNumber(value: string): boolean {
  const match = /^-?(\d+)(?:\.(\d+))?(?:e[+-]?\d{1,3})?$/i.exec(value);
  if (match === null) return false;
  return `${match[1]}${match[2] ?? ''}`.replace(/^0+/, '').length <= digitsPerNumber;
}

function textCell(value: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, textPerCell))}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What XML cannot hold is written as the format's own escape, and what looks like such an escape too. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      .replace(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, (c) => {
        return `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
      })
      .replace(/[&<>]/g, (c) => entities[c] ?? c)
  );
}

/** What makes a workbook of the sheets. */
function frame(sheets: readonly number[]): [path: string, xml: string][] {
  const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const types = sheets
    .map((i) => `<Override PartName="/xl/worksheets/sheet${i}.xml" ContentType="${part}.worksheet+xml"/>`)
    .join('');
  const listed = sheets.map(
    (i) => `<sheet name="Rows${i === 1 ? '' : ` ${i}`}" sheetId="${i}" r:id="r${i}"/>`,
  );
  const links = sheets.map(
    (i) => `<Relationship Id="r${i}" Type="${relations}/worksheet" Target="worksheets/sheet${i}.xml"/>`,
  );
  return [
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${links.join('')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/>${types}</Types>`,
    ],
  ];
}
