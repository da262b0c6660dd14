// Parses a YAML 1.2 policy into the value that JSON would give: names as written, numbers with all digits.
import type { Alias, LineCounter, Node, Scalar, YAMLParseError } from 'yaml';
import { exactNumber, pointerTo } from '../contract/json.ts';
import { Problem } from '../contract/problem.ts';

/** Why a text cannot be parsed; the message names the line if there is one. */
export class UnreadableYaml extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableYaml';
  }
}

/** Loaded for the first YAML policy. */
const library = () => import('yaml');
type Library = Awaited<ReturnType<typeof library>>;

/** The most values that aliases may add to a policy: a few lines of aliases could otherwise exhaust the memory. */
const maxRepeated = 1_000_000;

/** Down to this level (the rights of a role on an entity), reading a policy visits a shared value only once. */
const sharedLevels = 3;

/** Throws UnreadableYaml, or a Problem with a pointer. */
export async function parsePolicyYaml(text: string): Promise<unknown> {
  const yaml = await library();
  const lineCounter = new yaml.LineCounter();
  // Duplicate names are found later, as written.
  const options = { intAsBigInt: true, version: '1.2', uniqueKeys: false, lineCounter } as const;
  const document = yaml.parseDocument(text, options);
  const [error] = document.errors;
  if (error !== undefined) throw unreadable(error, text);
  return new Values(yaml, lineCounter).of(document.contents, '', 0);
}

/** Their messages repeat nothing of the text, which may be another file than was meant, with secrets. */
const discreetCodes: ReadonlySet<string> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'KEY_OVER_1024_CHARS',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'TAB_AS_INDENT',
]);

function unreadable(cause: YAMLParseError, text: string): UnreadableYaml {
  if (cause.code === 'MULTIPLE_DOCS') {
    return new UnreadableYaml('it has several documents, and a policy is one of them', { cause });
  }
  const [start] = cause.linePos ?? [];
  const line = start?.line;
  const [own = ''] = cause.message.split('\n', 1);
  const place = start === undefined ? '' : ` at line ${start.line}, column ${start.col}`;
  const sentence = discreetCodes.has(cause.code) ? own : `it is not well-formed${place}`;
  const written = line === undefined ? '' : (text.split(/\r\n|\n|\r/)[line - 1] ?? '');
  const remedy = /^\s*\*\s*:/.test(written) ? '; an entity * stands in quotes: "*"' : '';
  return new UnreadableYaml(`${sentence.trim().replace(/[.:]$/, '')}${remedy}`, { cause });
}

/** A value that aliases may refer to, and the number of values in it. */
interface Known {
  readonly value: unknown;
  readonly size: number;
}

/** Converts a document in order. All aliases of a value yield the same object. */
class Values {
  readonly #yaml: Library;
  readonly #lines: LineCounter;
  /** By anchor name. */
  readonly #anchors = new Map<string, Node>();
  readonly #known = new Map<Node, Known>();
  /** The ancestors of the current value, to which an alias may refer. */
  readonly #around = new Set<Node>();
  #size = 0;
  #repeated = 0;

  constructor(yaml: Library, lines: LineCounter) {
    this.#yaml = yaml;
    this.#lines = lines;
  }

  of(node: unknown, pointer: string, level: number): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    this.#size++;
    // An empty value.
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return this.#again(node, pointer, level);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) {
      throw new UnreadableYaml('it has something in it that is neither an object, a list nor a value');
    }
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    const before = this.#size;
    this.#around.add(node);
    const value = isMap(node)
      ? Object.fromEntries(this.#fields(node.items, pointer, level))
      : isSeq(node)
        ? node.items.map((item, i) => this.of(item, pointerTo(pointer, i), level + 1))
        : scalarOf(node, pointer);
    this.#around.delete(node);
    if (node.anchor !== undefined) this.#known.set(node, { value, size: this.#size - before });
    return value;
  }

  #fields(
    items: readonly { readonly key: unknown; readonly value: unknown }[],
    pointer: string,
    level: number,
  ): [string, unknown][] {
    const names = new Set<string>();
    return items.map(({ key, value }) => {
      const name = this.#name(key);
      if (names.has(name)) {
        // At the top it may be a line of another file.
        const which = pointer === '' ? 'a name' : `the name "${name}"`;
        throw new UnreadableYaml(`${which} stands there twice${this.#place(key)}`);
      }
      names.add(name);
      return [name, this.of(value, pointerTo(pointer, name), level + 1)];
    });
  }

  /** Names are taken as written: YAML reads 007 and 7 as the same number, but they are different users. */
  #name(key: unknown): string {
    if (!this.#yaml.isScalar(key)) {
      throw new UnreadableYaml('a name is a text, and neither a list, an object nor an alias');
    }
    const { value, type, source = '', anchor } = key;
    if (value === '<<' && type === 'PLAIN') {
      throw new UnreadableYaml(
        `YAML 1.2 has no merge key <<: write out what it stands for${this.#place(key)}`,
      );
    }
    if (anchor !== undefined) this.#anchors.set(anchor, key);
    return typeof value === 'string' ? value : source;
  }

  #again(alias: Alias, pointer: string, level: number): unknown {
    const node = this.#anchors.get(alias.source);
    if (node === undefined)
      throw new UnreadableYaml(`nothing is called like this alias before it${this.#place(alias)}`);
    if (this.#around.has(node))
      throw new Problem('malformed-request', 'This alias leads to what it stands in.', { pointer });
    const known = this.#known.get(node);
    // An alias to a field name.
    if (known === undefined) return this.of(node, pointer, level);
    if (level <= sharedLevels) return known.value;
    this.#size += known.size;
    this.#repeated += known.size;
    if (this.#repeated <= maxRepeated) return known.value;
    const most = maxRepeated.toLocaleString('en');
    throw new Problem('malformed-request', `Aliases add more than ${most} values to the policy.`, {
      pointer,
    });
  }

  #place(node: unknown): string {
    const [offset = 0] = this.#yaml.isNode(node) ? (node.range ?? []) : [];
    const { line, col } = this.#lines.linePos(offset);
    return ` at line ${line}, column ${col}`;
  }
}

/** Numbers as in a request body, with all their digits. */
function scalarOf({ value, source = '' }: Scalar, pointer: string): unknown {
  if (typeof value === 'bigint') return exactNumber(String(value));
  // A YAML 1.1 timestamp; a file may declare that version.
  if (typeof value === 'object' && value !== null) return source;
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value) && !/\d/.test(source)) {
    throw new Problem('malformed-request', 'Expected a number that has digits.', { pointer });
  }
  return exactDecimal(source) ?? value;
}

/**
 * The number as JSON writes it, without a plus and with digits on both sides of the point; null if JSON has no such
 * number.
 */
function exactDecimal(source: string): unknown {
  const match = /^(?=.*\d)\+?(-?)0*(\d*)\.?(\d*)((?:[eE][-+]?\d+)?)$/.exec(source);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', power = ''] = match;
  return exactNumber(`${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}${power}`);
}
