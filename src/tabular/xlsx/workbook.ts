// A workbook (Office Open XML): its sheets, and the shared parts that cells refer to.
import { open } from 'node:fs/promises';
import { type Table, UnreadableTable } from '../table.ts';
import { type DateSystem, type MomentKind, momentOfFormat } from './moments.ts';
import { decodedEscapes, type Lookups, sheetRows } from './sheet.ts';
import { attribute, readXml, type XmlHandlers } from './xml.ts';
import { Zip } from './zip.ts';

/** Shared texts are all held in memory. */
const maxSharedCharacters = 256 * 1024 * 1024;

/** The sheets in order, including hidden ones. */
export async function openWorkbook(path: string): Promise<readonly Table[]> {
  await refuseOldFormat(path);
  const zip = await Zip.open(path);
  const main = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument')?.target;
  if (main === undefined || !zip.has(main)) throw new UnreadableTable('it is no workbook');
  const relations = await relationsOf(zip, main);
  const { sheets, dateSystem } = await contentsOf(zip, main);
  const part = (type: string) => relations.find((one) => one.type === type && zip.has(one.target))?.target;
  let lookups: Promise<Lookups> | null = null;
  const readLookups = async (): Promise<Lookups> => ({
    sharedTexts: await sharedTextsOf(zip, part('sharedStrings')),
    styles: await stylesOf(zip, part('styles')),
    dateSystem,
  });
  return sheets.flatMap(({ name, isHidden, relation }): Table[] => {
    const target = relations.find(({ id, type }) => id === relation && type === 'worksheet')?.target;
    if (target === undefined) return [];
    return [
      {
        name,
        isHidden,
        async *batches() {
          lookups ??= readLookups();
          yield* sheetRows(zip.read(target), await lookups);
        },
      },
    ];
  });
}

/** Files with a password, and the older format, are not ZIPs. */
async function refuseOldFormat(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 4 && buffer.readUInt32BE(0) === 0xd0cf11e0) {
      throw new UnreadableTable('it has a password or is of the old format .xls');
    }
  } finally {
    await file.close();
  }
}

const ignore: XmlHandlers = { open() {}, close() {}, text() {} };

interface Relation {
  readonly id: string;
  /** The last word of its type's name. */
  readonly type: string;
  /** The path of its target. */
  readonly target: string;
}

/** The relations of a part, or of the file itself. */
async function relationsOf(zip: Zip, part: string): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const path = `${folder}_rels/${part.slice(slash)}.rels`;
  const relations: Relation[] = [];
  if (!zip.has(path)) return relations;
  await readXml(zip.read(path), {
    ...ignore,
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      const target = attribute(attributes, 'Target') ?? '';
      relations.push({
        id: attribute(attributes, 'Id') ?? '',
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        target: pathFrom(folder, target),
      });
    },
  });
  return relations;
}

function pathFrom(folder: string, target: string): string {
  // The file: prefix only makes it a URL, whose path rules are those of the format.
  return decodeURIComponent(new URL(target, `file:///${folder}`).pathname.slice(1));
}

interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  readonly relation: string;
}

async function contentsOf(zip: Zip, main: string): Promise<{ sheets: SheetEntry[]; dateSystem: DateSystem }> {
  const sheets: SheetEntry[] = [];
  let dateSystem: DateSystem = 1900;
  await readXml(zip.read(main), {
    ...ignore,
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute(attributes, 'date1904') ?? ''))
        dateSystem = 1904;
      if (name !== 'sheet') return;
      const relation = /:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '';
      // The other states are `hidden` and `veryHidden`.
      const isHidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible';
      sheets.push({ name: attribute(attributes, 'name') ?? '', isHidden, relation });
    },
  });
  return { sheets, dateSystem };
}

async function sharedTextsOf(zip: Zip, part: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (part === undefined) return texts;
  let text = '';
  let isInText = false;
  let isInPhonetics = false;
  let characters = 0;
  await readXml(zip.read(part), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isInPhonetics = true;
      else if (name === 't') isInText = !isInPhonetics;
    },
    close(name) {
      if (name === 'si') texts.push(decodedEscapes(text));
      else if (name === 'rPh') isInPhonetics = false;
      else if (name === 't') isInText = false;
    },
    text(piece) {
      if (!isInText) return;
      text += piece;
      characters += piece.length;
      if (characters > maxSharedCharacters) throw new UnreadableTable('its texts are too long');
    },
  });
  return texts;
}

async function stylesOf(zip: Zip, part: string | undefined): Promise<(MomentKind | null)[]> {
  const styles: (MomentKind | null)[] = [];
  if (part === undefined) return styles;
  const codes = new Map<number, string>();
  let isInCells = false;
  await readXml(zip.read(part), {
    ...ignore,
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, attribute(attributes, 'formatCode') ?? '');
      if (name === 'xf' && isInCells) styles.push(momentOfFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}
