// Streams the XML of a workbook: elements and texts only, no entity definitions.
import { TextDecoder } from 'node:util';
import { UnreadableTable } from '../table.ts';

export interface XmlHandlers {
  /** `attributes` are unparsed. The name has no prefix. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** May be called several times for one text. */
  text(text: string): void;
}

/** The longest tag accepted. */
const maxTagLength = 1024 * 1024;

const tag = /<(\/?)(?:[^\s<>/:"'=]+:)?([^\s<>/:"'=]+)([^"'<>]*(?:"[^"<]*"[^"'<>]*|'[^'<]*'[^"'<>]*)*)>/y;

export class XmlReader {
  readonly #handlers: XmlHandlers;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #rest = '';
  /** The open elements. */
  readonly #within: string[] = [];

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers;
  }

  take(piece: Uint8Array): void {
    this.#rest += this.#decode(piece);
    this.#read();
    if (this.#rest.length > maxTagLength) throw notXml();
  }

  end(): void {
    this.#rest += this.#decode();
    this.#read();
    // Otherwise a part truncated between two tags would count as complete.
    if (this.#rest.trim() !== '' || this.#within.length > 0) throw notXml();
  }

  #decode(piece?: Uint8Array): string {
    try {
      return piece === undefined ? this.#decoder.decode() : this.#decoder.decode(piece, { stream: true });
    } catch {
      throw notXml();
    }
  }

  #read(): void {
    const text = this.#rest;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) break;
      if (start > at) {
        this.#handlers.text(unescaped(text.slice(at, start)));
        at = start;
      }
      const end =
        text[at + 1] === '?' || text[at + 1] === '!' ? this.#special(text, at) : this.#tag(text, at);
      if (end < 0) break;
      at = end;
    }
    this.#rest = text.slice(at);
  }

  /** The end of the tag; -1 if it has not arrived yet. */
  #tag(text: string, at: number): number {
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (found === null) return -1;
    const [, isClosing, name = '', attributes = ''] = found;
    if (isClosing === '/') {
      if (this.#within.pop() !== name) throw notXml();
      this.#handlers.close(name);
    } else {
      this.#handlers.open(name, attributes);
      if (attributes.endsWith('/')) this.#handlers.close(name);
      else this.#within.push(name);
    }
    return tag.lastIndex;
  }

  #special(text: string, at: number): number {
    const behind = (mark: string) => {
      const end = text.indexOf(mark, at + 2);
      return end < 0 ? -1 : end + mark.length;
    };
    if (text[at + 1] === '?') return behind('?>');
    if (text.startsWith('<!--', at)) return behind('-->');
    if (text.startsWith('<![CDATA[', at)) {
      const end = behind(']]>');
      if (end >= 0) this.#handlers.text(text.slice(at + 9, end - 3));
      return end;
    }
    if (text.length - at < 9) return -1;
    throw new UnreadableTable('its XML has definitions, which no workbook needs');
  }
}

const notXml = () => new UnreadableTable('it is damaged: a part of it is no XML');

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The value of an attribute, by its name without a prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescaped(value);
}

/** Reads a whole part. */
export async function readXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(handlers);
  for await (const piece of pieces) reader.take(piece);
  reader.end();
}
