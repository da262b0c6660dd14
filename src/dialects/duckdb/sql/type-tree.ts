// Parses DuckDB's type names, such as `STRUCT(a INTEGER, "b c" DECIMAL(10,2)[])[]`.

export type TypeTree =
  | { readonly kind: 'scalar'; readonly name: string; readonly native: string }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: TypeTree }
  | { readonly kind: 'map'; readonly key: TypeTree; readonly value: TypeTree }
  | { readonly kind: 'struct' | 'union'; readonly fields: readonly Field[] };

export interface Field {
  /** Empty in a struct without field names. */
  readonly name: string;
  readonly type: TypeTree;
}

export function readType(text: string): TypeTree {
  return new Reader(text).type();
}

const struct = 'STRUCT(';
const union = 'UNION(';
const map = 'MAP(';

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  type(): TypeTree {
    let type = this.#base();
    for (let suffix = this.#match(/\[\d*\]/y); suffix !== null; suffix = this.#match(/\[\d*\]/y)) {
      type = { kind: 'list', of: type };
    }
    return type;
  }

  #base(): TypeTree {
    if (this.#skip(struct)) return { kind: 'struct', fields: this.#fields() };
    if (this.#skip(union)) return { kind: 'union', fields: this.#fields() };
    if (this.#skip(map)) {
      const key = this.type();
      this.#skip(', ');
      const value = this.type();
      this.#skip(')');
      return { kind: 'map', key, value };
    }
    const members = this.#match(/ENUM\((?:'(?:[^']|'')*'(?:, )?)*\)/y)?.matchAll(/'((?:[^']|'')*)'/g);
    if (members)
      return { kind: 'enum', values: [...members].map(([, text = '']) => text.replaceAll("''", "'")) };
    const name = this.#match(/"(?:[^"]|"")*"|[A-Za-z_][\w ]*/y) ?? '';
    // A type's parameters in parentheses, such as a decimal's digits.
    const more = this.#match(/\((?:[^()']|'(?:[^']|'')*')*\)/y) ?? '';
    return { kind: 'scalar', name, native: `${name}${more}` };
  }

  #fields(): Field[] {
    const fields: Field[] = [];
    while (this.#at < this.#text.length && !this.#skip(')')) {
      const start = this.#at;
      const name = this.#match(/"(?:[^"]|"")*"|[\w$\u0080-\uffff]+/y);
      // If there is no name, the match was part of a type.
      const isNamed = name !== null && this.#skip(' ');
      if (!isNamed) this.#at = start;
      const field = { name: isNamed ? unquoted(name) : '', type: this.type() };
      if (this.#at === start) break; // Unknown syntax: the rest is not parsed.
      fields.push(field);
      this.#skip(', ');
    }
    return fields;
  }

  #skip(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
