/** What the page knows of a database: its service, and the model of its catalog. */
import { afterAll, beforeAll } from 'vitest';
import { buildModel, type Catalog, type Model } from '../../web/model/model.ts';
import { type Service, startService } from '../http/service.ts';
import { createDatabase, type Engine } from '../support/servers.ts';

export interface ServedPage {
  readonly service: Service;
  readonly model: Model;
}

/** Serves a new database to the tests of the block that calls this; its parts are there while these run. */
export function servePage(engine: Engine, script: string): ServedPage {
  const ending = new AsyncDisposableStack();
  let page: ServedPage | undefined;
  beforeAll(async () => {
    const database = ending.use(await createDatabase(engine));
    await database.run(script);
    const service = ending.use(await startService(database.url));
    const catalog: Catalog = JSON.parse(await (await service.get('/api/database/catalog')).text());
    page = { service, model: buildModel(catalog) };
  });
  afterAll(() => ending.disposeAsync());

  const served = (): ServedPage => {
    if (page === undefined) throw new Error('the database is served only while tests run');
    return page;
  };
  return {
    get service() {
      return served().service;
    },
    get model() {
      return served().model;
    },
  };
}
