// Listing and searching saved queries in a store of ten thousand, against a store of ten.
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { openStore } from '../../src/store/open.ts';
import { analyze, fill } from '../../test/saved/many.ts';
import { createDatabase, type LiveEngine as Engine } from '../../test/support/servers.ts';
import { measure, runAlternately } from '../measure.ts';
import { type Line, timeLine } from '../report.ts';
import { type Subject, startJoinery } from '../subject.ts';
import type { Chapter } from './chapter.ts';
import { login, usersFile } from './session.ts';

const few = 10;
const many = 10_000;
const atMost = 2;

/** Each finds the same number of queries in both stores, so that the answers are equally long. */
const paths = {
  'list of saved queries': '?limit=5',
  'search in saved queries: in one': '?search=00004',
  'search in saved queries: in many': '?search=sales&limit=2',
  'search in saved queries: in none': '?search=zebra',
};

interface FilledService extends AsyncDisposable {
  readonly subject: Subject;
  readonly authorization: string;
}

/** A service whose store has this many saved queries. */
async function serve(engine: Engine, url: string, users: string, number: number): Promise<FilledService> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(await createDatabase(engine));
  const store = await openStore(parseDatabaseUrl(place.url));
  await fill(store, 0, number);
  await analyze(store, engine);
  await store.close();
  const subject = stack.use(await startJoinery(url, '--users', users, '--state', place.url));
  const authorization = await login(subject);
  const opened = stack.move();
  return { subject, authorization, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export const saved: Chapter = async ({ engine, url }, effort) => {
  const users = await usersFile();
  await using small = await serve(engine, url, users, few);
  await using large = await serve(engine, url, users, many);
  const lines: Line[] = [];
  for (const [name, query] of Object.entries(paths)) {
    const turn =
      ({ subject, authorization }: FilledService) =>
      () =>
        measure(subject, () => ({ method: 'GET', path: `/api/queries${query}`, authorization }), {
          connections: 1,
          until: { seconds: effort.seconds },
        });
    const rounds = await runAlternately(effort, { itself: turn(small), joinery: turn(large) });
    const workload = `${name} of ${many.toLocaleString('en')}, against ${few}`;
    lines.push(timeLine({ engine, workload, connections: 1 }, rounds, 'itself', { atMost }));
  }
  return lines;
};
