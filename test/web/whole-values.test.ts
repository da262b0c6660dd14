/** Words of a question that are whole values of a field are found in it on every engine, and mean it. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Ask, findWholePaths } from '../../web/answers/wholeValues.ts';
import type { FieldPath } from '../../web/query/paths.ts';
import { interpretQuestion } from '../../web/query/question/question.ts';
import { toUniGrid } from '../../web/query/request.ts';
import { queryPath } from '../query/service.ts';
import { engines } from '../support/servers.ts';
import { type ServedPage, servePage } from './served-page.ts';

const Answer = z.object({ cols: z.array(z.string()), data: z.array(z.array(z.unknown())) });

const askerOf =
  ({ service }: ServedPage): Ask =>
  async (request) =>
    Answer.parse(await (await service.post(queryPath, { ...request, limit: 1 })).json());

describe.each(engines)('on %s', (engine) => {
  const page = servePage(
    engine,
    `CREATE TABLE department (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL);
      INSERT INTO department VALUES (1, 'Sales'), (2, 'Support');
      CREATE TABLE employee (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, job VARCHAR(20), gender VARCHAR(20),
        city VARCHAR(20), origin VARCHAR(20), department_id INTEGER, FOREIGN KEY (department_id) REFERENCES department (id));
      INSERT INTO employee VALUES
        (1, 'Ada', 'Engineer', 'female', 'Rome', 'Rome', 2), (2, 'Male Bee', 'Sales manager', 'Male', 'Bern', 'Paris', 2),
        (3, 'Cem', 'Agent', 'male', 'Paris', NULL, 1), (4, 'Dan', NULL, NULL, NULL, 'Bern', NULL);`,
  );
  const pathsOf = async (word: string): Promise<readonly FieldPath[]> => {
    const employee = page.model.entities.get('employee');
    if (!employee) throw new Error('there are no employees');
    return findWholePaths(page.model, employee, word, askerOf(page));
  };

  test.each([
    ['MALE', ['gender']],
    ['sales', ['department.name']],
    ['Bern', ['city', 'origin']],
    ['Ada', ['name']],
    ['manager', []],
    ['3', []],
  ])('%s is a whole value of %j', async (word, names) => {
    const found = (await pathsOf(word)).map(({ steps, attribute }) =>
      [...steps.map(({ entity }) => entity), attribute].join('.'),
    );
    expect(found.toSorted()).toEqual(names);
  });

  test.each([
    ['male employees', ['male'], [2, 3]],
    ['employees gender male', ['male'], [2, 3]],
    ['employees in Sales', ['Sales'], [3]],
    ['employees not in Sales', ['Sales'], [1, 2, 4]],
    ['employees in Sales or Support', ['Sales', 'Support'], [1, 2, 3]],
    // Several fields have it, or it is a name that may be longer.
    ['employees Bern', ['Bern'], [2, 4]],
    ['employees Ada', ['Ada'], [1]],
  ])('%s', async (question, words, keys) => {
    const whole = new Map<string, readonly FieldPath[]>();
    for (const word of words) whole.set(word, await pathsOf(word));
    const asked = interpretQuestion(
      page.model,
      question,
      () => true,
      (word) => whole.get(word) ?? [],
    );
    expect(asked?.unknown).toEqual([]);
    const [doc] = asked?.readings ?? [];
    const request = doc && toUniGrid(doc, new Date());
    const { data } = Answer.parse(await (await page.service.post(queryPath, request)).json());
    expect(data.map(([key]) => key)).toEqual(keys);
  });
});

describe.each(engines.filter((engine) => engine !== 'sqlite'))('an enumeration on %s', (engine) => {
  const page = servePage(
    engine,
    `${engine === 'postgres' ? "CREATE TYPE state AS ENUM ('active', 'inactive');" : ''}
      CREATE TABLE account (id INTEGER PRIMARY KEY, state ${engine === 'postgres' ? 'state' : "ENUM('active', 'inactive')"});
      INSERT INTO account VALUES (1, 'active'), (2, 'inactive');`,
  );

  test('has whole values, too', async () => {
    const account = page.model.entities.get('account');
    if (!account) throw new Error('there are no accounts');
    const found = await findWholePaths(page.model, account, 'Active', askerOf(page));
    expect(found.map(({ attribute }) => attribute)).toEqual(['state']);
  });
});
