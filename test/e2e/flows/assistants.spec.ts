import { overHttp } from '../../support/assistant.ts';
import { enterAs, servePeople } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// Before the login.
test.use({ forgiven: /status of 401/ });

test('an assistant is connected with a token, its question opens in the workbench, its proposal is applied', async ({
  page,
}) => {
  await using service = await servePeople({
    users: { ann: { roles: ['clerk'] } },
    roles: { clerk: { Genre: { read: true, update: true }, Invoice: { read: true } } },
  });
  await enterAs(page, service.address, 'ann');
  await page.goto(`${service.address}/#/assistants`);
  await expect(page.getByRole('heading', { name: 'Nothing was asked yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Make a token' }).click();
  const making = page.getByRole('dialog', { name: 'Make a token' });
  await making.getByLabel('What it is for').fill('my assistant');
  await making.getByRole('button', { name: 'Make a token' }).click();
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
