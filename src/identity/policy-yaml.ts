// A policy in YAML 1.2 as the value that JSON would give: names as they are written, numbers with all their digits.
import type { LineCounter, Node, Scalar, YAMLParseError } from 'yaml';
import { exactNumber, pointerTo } from '../contract/json.ts';
import { Problem } from '../contract/problem.ts';

/** What keeps a text from being read; the sentence tells the line where there is one. */
export class UnreadableYaml extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableYaml';
  }
}

/** Loaded where a policy is YAML. */
const library = () => import('yaml');
type Library = Awaited<ReturnType<typeof library>>;

/** What aliases may add to a policy, in values: a few lines of them could make more of it than a memory holds. */
const mostRepeated = 1_000_000;

/** Whoever reads a policy looks once at what stands in several places down to the rights of a role on an entity. */
const lookedAtOnce = 3;

/** Throws UnreadableYaml, or a Problem with a pointer. */
export async function parsePolicyYaml(text: string): Promise<unknown> {
  const yaml = await library();
  const lineCounter = new yaml.LineCounter();
  // Names are compared as they are written, by what follows.
  const options = { intAsBigInt: true, version: '1.2', uniqueKeys: false, lineCounter } as const;
  const document = yaml.parseDocument(text, options);
  const [error] = document.errors;
  if (error !== undefined) throw unreadable(error, text);
  return new Values(yaml, lineCounter).of(document.contents, '', 0);
}

function unreadable(cause: YAMLParseError, text: string): UnreadableYaml {
  if (cause.code === 'MULTIPLE_DOCS') {
    return new UnreadableYaml('it has several documents, and a policy is one of them', { cause });
  }
  const [sentence = ''] = cause.message.split('\n', 1);
  const line = cause.linePos?.[0].line;
  const written = line === undefined ? '' : (text.split(/\r\n|\n|\r/)[line - 1] ?? '');
  const remedy = /^\s*\*\s*:/.test(written) ? '; an entity * stands in quotes: "*"' : '';
  return new UnreadableYaml(`${sentence.trim().replace(/[.:]$/, '')}${remedy}`, { cause });
}

/** A value that an alias may lead to, and how many values are in it. */
interface Known {
  readonly value: unknown;
  readonly size: number;
}

/** The values of a document, from its beginning to its end. What aliases lead to stays one object. */
class Values {
  readonly #yaml: Library;
  readonly #lines: LineCounter;
  /** By the name that aliases have for it. */
  readonly #anchors = new Map<string, Node>();
  readonly #known = new Map<Node, Known>();
  /** What the value stands in, which an alias may lead to. */
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
    // Where nothing is written.
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return this.#again(node.source, pointer, level);
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
        throw new UnreadableYaml(`the name "${name}" stands there twice${this.#place(key)}`);
      }
      names.add(name);
      return [name, this.of(value, pointerTo(pointer, name), level + 1)];
    });
  }

  /** The user 007 is not the user 7, though YAML takes both for one number. */
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

  #again(anchor: string, pointer: string, level: number): unknown {
    const node = this.#anchors.get(anchor);
    if (node === undefined)
      throw new UnreadableYaml(`nothing before the alias *${anchor} is called &${anchor}`);
    if (this.#around.has(node))
      throw new Problem('malformed-request', 'This alias leads to what it stands in.', { pointer });
    const known = this.#known.get(node);
    // The name of a field.
    if (known === undefined) return this.of(node, pointer, level);
    if (level <= lookedAtOnce) return known.value;
    this.#size += known.size;
    this.#repeated += known.size;
    if (this.#repeated <= mostRepeated) return known.value;
    const most = mostRepeated.toLocaleString('en');
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

/** Numbers as a body has them, with all their digits. */
function scalarOf({ value, source = '' }: Scalar, pointer: string): unknown {
  if (typeof value === 'bigint') return exactNumber(String(value));
  // Moments of YAML 1.1, which a file may say that it is written in.
  if (typeof value === 'object' && value !== null) return source;
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value) && !/\d/.test(source)) {
    throw new Problem('malformed-request', 'Here belongs a number that has digits.', { pointer });
  }
  return exactDecimal(source) ?? value;
}

/** As JSON would write it, which has no plus, and digits on both sides of a point; null where that is no number of JSON. */
function exactDecimal(source: string): unknown {
  const match = /^(?=.*\d)\+?(-?)0*(\d*)\.?(\d*)((?:[eE][-+]?\d+)?)$/.exec(source);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', power = ''] = match;
  return exactNumber(`${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}${power}`);
}
