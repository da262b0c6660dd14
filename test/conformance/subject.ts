/** The service's core over a test database, for the conformance suite: lists and records as raw text. */
import { OpenDatabase } from '../../src/app/database.ts';
import { listRecords, readRecord } from '../../src/app/read/records.ts';
import type { Snapshot } from '../../src/app/snapshot.ts';
import type { ConnectOptions } from '../../src/dialects/dialect.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { linksUnder } from '../../src/http/answer/links.ts';
import type { Entity } from '../../src/model/database.ts';
import { anybody } from '../support/asker.ts';

export const base = 'http://joinery.test';
export const links = linksUnder(base);
const tables = `${base}/api/database/tables/`;

const defaults: ConnectOptions = {
  poolSize: 4,
  statementTimeoutMs: 60_000,
  poolWaitMs: 10_000,
  onWarning: () => {},
};

export class Subject implements AsyncDisposable {
  readonly open: OpenDatabase;

  private constructor(open: OpenDatabase) {
    this.open = open;
  }

  static async of(url: string, options: Partial<ConnectOptions> = {}): Promise<Subject> {
    return new Subject(await OpenDatabase.open(parseDatabaseUrl(url), { ...defaults, ...options }));
  }

  /** The whole list, as between the brackets of an answer. */
  async list(entity: string, signal?: AbortSignal): Promise<string> {
    const request = { entity, limit: null, offset: 0n };
    const { rows } = await listRecords(this.open, anybody(signal), request, links);
    const chunks: Uint8Array[] = [];
    for await (const chunk of rows) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  async record(
    entity: string,
    key: string,
    by: readonly string[] | null = null,
    signal?: AbortSignal,
  ): Promise<string> {
    return readRecord(this.open, anybody(signal), { entity, key, by }, links);
  }

  /** The answer to a client that follows a link. */
  follow(url: string): Promise<string> {
    const { entity, key, by } = parseLink(url);
    return this.record(entity, key, by);
  }

  use<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.open.use(anybody(), work);
  }

  entities(): Promise<ReadonlyMap<string, Entity>> {
    return this.use(async ({ database }) => database.entities);
  }

  async entity(name: string): Promise<Entity> {
    const entity = (await this.entities()).get(name);
    if (!entity) throw new Error(`There is no entity ${name}.`);
    return entity;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.open.close();
  }
}

interface Target {
  readonly entity: string;
  readonly key: string;
  readonly by: readonly string[] | null;
}

/** Parses a link like a server: first the path's segments, then percent signs. */
export function parseLink(url: string): Target {
  if (!url.startsWith(tables)) throw new Error(`${url} leads elsewhere`);
  const [path = '', query] = url.slice(tables.length).split('?');
  const [entity = '', recs, key = '', ...more] = path.split('/');
  if (recs !== 'recs' || more.length > 0) throw new Error(`${url} is no address of a record`);
  return {
    entity: decodeURIComponent(entity),
    key,
    by: query === undefined ? null : new URLSearchParams(query).getAll('by'),
  };
}

export interface Row {
  readonly __url__: string | null;
  readonly __links__: Readonly<Record<string, string>>;
}

/** Only for the service's two own properties, which are texts; numbers may lose digits here. */
export function rowsOf(list: string): Row[] {
  return JSON.parse(`[${list}]`);
}

/** The part of a link after the address of the tables. */
export function tail(url: string): string {
  return url.slice(tables.length);
}
