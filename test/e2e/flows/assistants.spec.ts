import { overHttp } from '../../support/assistant.ts';
import { startScriptedModel } from '../../support/scripted-model.ts';
import { logInAs, servePeople } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// Requests before the login, and failures of the model.
test.use({ forgiven: /status of (401|503)/ });

test('an assistant connects with a token, its question opens in the workbench, and its proposal is applied', async ({
  page,
}) => {
  await using service = await servePeople({
    users: { ann: { roles: ['clerk'] } },
    roles: { clerk: { Genre: { read: true, update: true }, Invoice: { read: true } } },
  });
  await logInAs(page, service.address, 'ann');
  await page.goto(`${service.address}/#/assistants`);
  await expect(page.getByRole('heading', { name: 'Nothing has been asked yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const making = page.getByRole('dialog', { name: 'Create a token' });
  await making.getByLabel('What it is for').fill('my assistant');
  await making.getByRole('button', { name: 'Create a token' }).click();
  const line = page.getByText(
    /^claude mcp add --transport http joinery \S+ --header "Authorization: Bearer (?!YOUR)/,
  );
  await expect(line).toBeVisible();
  const [, url = '', token = ''] =
    /http (?:joinery) (\S+) --header "Authorization: Bearer ([^"]+)"/.exec(
      (await line.textContent()) ?? '',
    ) ?? [];
  expect(url).toBe(`${service.address}/mcp`);

  await using assistant = await overHttp(service.address, { headers: { authorization: `Bearer ${token}` } });
  const asked = await assistant.call('query', {
    entities: [
      {
        id: 'Invoice',
        attributes: [
          { id: 'Total', summaries: ['sum'] },
          { id: 'BillingCountry', alias: 'country' },
        ],
      },
    ],
    group: ['country'],
    order: [{ alias: 'sum_Total', asc: false }],
  });
  const [[first]] = asked.data.data;
  const hidden = await assistant.call('query', { entities: [{ id: 'Customer' }] });
  expect(hidden.data.problem.detail).toBe('There is no entity called "Customer".');
  const { link = '' } = await assistant.call('propose_changes', {
    note: 'a better name',
    changes: [
      {
        op: 'update',
        entity: 'Genre',
        key: { GenreId: 1 },
        set: { Name: 'Rock music' },
        expect: { Name: 'Rock' },
      },
    ],
  });

  await page.reload();
  const log = page.getByRole('table', { name: 'What was asked' });
  await expect(log.getByRole('row')).toHaveCount(4);
  await log.getByRole('link', { name: /^Open in the workbench: sum of Total by country/ }).click();
  await expect(page.getByText(/Sum of Total by Billing Country from Invoice/)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: first }).first()).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('row', { name: 'Name Rock Rock music' })).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { name: 'a better name' })).toBeVisible();
  const record = await assistant.call('record', { entity: 'Genre', key: [1] });
  expect(record.data.Name).toBe('Rock music');
  await page.goto('about:blank');
});

test('a question in plain words becomes a query, even after a mistake of the model, or is not understood', async ({
  page,
  demo,
}) => {
  await using model = await startScriptedModel();
  await using service = await demo.serve('--model', model.url);
  const field = page.getByRole('searchbox', { name: 'Search entities, fields, records' });
  const ask = page.getByRole('button', { name: /^Ask the language model/ });
  const albums = (attribute: string) => ({
    query: { entities: [{ id: 'Album', attributes: [{ id: attribute }] }], limit: 3 },
  });
  await page.goto(service.address);

  model.say({ cannot: 'It holds nothing about the weather.' });
  await field.fill('Will it rain?');
  await ask.click();
  await expect(page.getByRole('alert')).toHaveText(/: It holds nothing about the weather\.$/);
  await expect(page.getByRole('heading', { name: 'What do you want to know?' })).toBeVisible();

  model.say(503);
  await field.fill('Which albums?');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await ask.click();
  await expect(page.getByRole('alert')).toContainText('language model');

  model.say(albums('Titel'), albums('Title'));
  await field.fill('Which albums are there?');
  await ask.click();
  await expect(page.getByRole('heading', { name: 'Album with Title' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Title/ })).toBeVisible();
  expect(model.sent).toHaveLength(2);
  expect(model.sent[1]?.body).toContain('Titel');
  // The grid's content was not sent to the model.
  const [[title]] = (await demo.rows('SELECT "Title" FROM "Album" ORDER BY "AlbumId" LIMIT 1')) as [[string]];
  await expect(page.getByRole('gridcell', { name: title }).first()).toBeVisible();
  expect(JSON.stringify(model.sent)).not.toContain(title);

  model.say(albums('Nothing'), albums('Nothing'), albums('Nothing'), albums('Nothing'));
  await page.goBack();
  await field.fill('Which albums of nobody?');
  await ask.click();
  await expect(page.getByRole('alert')).toContainText('"Nothing"');
  expect(model.sent).toHaveLength(4);
});
