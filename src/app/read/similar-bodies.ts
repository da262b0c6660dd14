// Reads bodies that differ from an earlier one only in their values: these take the places of the earlier ones, and the
// rest is neither parsed nor compared again.
import { writtenNumber } from '../../contract/json.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import type { Given } from '../../contract/shape.ts';
import { Cache } from '../../query/cache.ts';

/** Longer bodies are always read in full: the first of a kind is read four times. */
const maxLength = 16 * 1024;

/**
 * The members that hold a condition's operand or the page. They cannot occur within a string, where a backslash would
 * precede each quote.
 */
const members = /"(value|offset|limit)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)(?=[\s,}\]])/g;

/** Takes the place of a value. JSON contains it only escaped. */
const gap = '\0';

interface Member {
  readonly name: string;
  readonly text: string;
}

interface TakenApart {
  /** The body with a gap in place of each value. */
  readonly frame: string;
  readonly members: readonly Member[];
}

/** The index of a member, or a value that belongs to the frame. */
type Source = number | { readonly given: Given };

/** How a request follows from the members of a frame. */
interface Similar {
  readonly shape: ReadGridRequest['shape'];
  readonly page: ReadGridRequest['page'];
  readonly given: readonly Source[];
  /** The index of the member; null if there is none. */
  readonly offset: number | null;
  readonly limit: number | null;
}

type ReadBody = (text: string) => ReadGridRequest;

export class SimilarBodies {
  /** Null for a frame whose values decide more than themselves. */
  readonly #frames = new Cache<Similar | null>('similar bodies');
  /** By their whole text, for such frames. */
  readonly #requests = new Cache<ReadGridRequest>('requests');
  readonly #readInFull: ReadBody;

  constructor(readInFull: ReadBody) {
    this.#readInFull = readInFull;
  }

  read(text: string): ReadGridRequest {
    if (text.length > maxLength || text.includes(gap)) return this.#readInFull(text);
    const apart = takeApart(text);
    const similar = this.#frames.find(null, apart.frame);
    if (similar === null) return this.#requests.get(null, text, () => this.#readInFull(text));
    const filled = similar === undefined ? null : fill(similar, apart.members);
    if (filled !== null) return filled;
    const read = this.#readInFull(text);
    if (similar === undefined) this.#frames.keep(null, apart.frame, this.#learn(apart, read));
    return read;
  }

  /** Tries other values: different ones, texts, and equal ones. If the shape changes with them, they decide about it. */
  #learn(apart: TakenApart, { shape }: ReadGridRequest): Similar | null {
    const read = (write: (index: number, isPage: boolean) => string) => this.#readWith(apart, write);
    const numbers = read((i) => `${i}`);
    const texts = read((i, isPage) => (isPage ? `${i}` : `"${i}"`));
    const equal = read(() => '0');
    if (numbers === null || texts === null || equal === null) return null;
    if ([numbers, texts, equal].some((other) => other.shape.text !== shape.text)) return null;
    const given = numbers.given.map((value, i): Source => {
      const isMember = typeof value === 'number' && texts.given[i] === String(value);
      return isMember ? value : { given: value };
    });
    const { offset, limit, ...page } = numbers.page;
    const places = { offset: indexOf(offset), limit: indexOf(limit) };
    const used = [...given, places.offset, places.limit].filter((source) => typeof source === 'number');
    const isComplete = new Set(used).size === apart.members.length && used.length === apart.members.length;
    return isComplete ? { shape, page, given, ...places } : null;
  }

  /** Null if the request is refused. */
  #readWith(
    { frame, members }: TakenApart,
    write: (index: number, isPage: boolean) => string,
  ): ReadGridRequest | null {
    const values = members.map(({ name }, i) => write(i, name !== 'value'));
    try {
      return this.#readInFull(
        frame
          .split(gap)
          .map((part, i) => part + (values[i] ?? ''))
          .join(''),
      );
    } catch {
      return null;
    }
  }
}

function takeApart(text: string): TakenApart {
  const found: Member[] = [];
  let frame = '';
  let from = 0;
  for (const match of text.matchAll(members)) {
    const [whole, name = '', value = ''] = match;
    const at = match.index + whole.length - value.length;
    frame += text.slice(from, at) + gap;
    from = at + value.length;
    found.push({ name, text: value });
  }
  return { frame: frame + text.slice(from), members: found };
}

function indexOf(page: unknown): number | null {
  return typeof page === 'number' ? page : null;
}

/** Null if a value may not be valid. */
function fill(
  { shape, page, given, offset, limit }: Similar,
  members: readonly Member[],
): ReadGridRequest | null {
  const values: Given[] = [];
  for (const source of given) {
    const value = typeof source === 'number' ? givenIn(members[source]?.text ?? '') : source.given;
    if (value === null) return null;
    values.push(value);
  }
  const start = offset === null ? undefined : countIn(members[offset]?.text ?? '');
  const most = limit === null ? undefined : countIn(members[limit]?.text ?? '');
  if (start === null || most === null) return null;
  return {
    shape,
    given: values,
    page: {
      ...page,
      ...(start !== undefined && { offset: start }),
      ...(most !== undefined && { limit: most }),
    },
  };
}

function givenIn(text: string): Given | null {
  if (!text.startsWith('"'))
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? writtenNumber(text) : null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function countIn(text: string): number | null {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}
