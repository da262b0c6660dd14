/** The workbench as a person sees it: its rail, its result, and the actions on them. */
import { expect, type Locator, type Page } from '@playwright/test';

/** One filter, in the words of the form. */
export interface FilterWords {
  readonly field: string;
  readonly condition?: string;
  readonly value?: string;
  readonly from?: string;
  readonly to?: string;
  /** Values to tick. */
  readonly values?: readonly string[];
  /** The reading, for a filter on many related records. */
  readonly quantity?: string;
  /** The field to compare with. */
  readonly otherField?: string;
}

export class Bench {
  readonly page: Page;
  readonly address: string;
  readonly rail: Locator;
  readonly tree: Locator;
  readonly result: Locator;
  /** The query in words. */
  readonly sentence: Locator;
  readonly grid: Locator;
  /** The number of rows, from the status bar below the result. */
  readonly status: Locator;

  constructor(page: Page, address: string) {
    this.page = page;
    this.address = address;
    this.rail = page.getByRole('complementary', { name: 'Query' });
    this.tree = page.getByRole('tree', { name: 'Fields to show' });
    this.result = page.getByRole('region', { name: 'Result', exact: true });
    this.sentence = this.result.getByRole('heading', { level: 1 });
    this.grid = this.result.getByRole('grid');
    // Slow requests are reported in a second status element.
    this.status = this.result.getByRole('status').first();
  }

  async open(entity: string): Promise<void> {
    await this.page.goto(`${this.address}/#/entity/${encodeURIComponent(entity)}`);
    await expect(this.cells.first()).toBeVisible();
  }

  get cells(): Locator {
    return this.grid.getByRole('gridcell');
  }

  head(label: string): Locator {
    const menu = this.page.getByRole('button', { name: `Menu for ${label}`, exact: true });
    return this.grid.getByRole('columnheader').filter({ has: menu });
  }

  /** Scrolls sideways to a column, since the grid renders only visible ones. */
  async reveal(label: string): Promise<Locator> {
    const head = this.head(label);
    await expect(this.cells.first()).toBeVisible();
    await expect(async () => {
      if ((await head.count()) > 0) return;
      // At the end it starts again: columns may have been rendered only after the scroll passed them.
      await this.grid.evaluate((grid) => {
        const isAtEnd = grid.scrollLeft + grid.clientWidth >= grid.scrollWidth - 1;
        grid.scrollTo({ left: isAtEnd ? 0 : grid.scrollLeft + grid.clientWidth / 2 });
      });
      expect(await head.count()).toBe(1);
    }).toPass({ timeout: 20_000, intervals: [100] });
    await head.scrollIntoViewIfNeeded();
    return head;
  }

  get heads(): Locator {
    return this.grid.getByRole('columnheader').filter({ has: this.page.getByRole('button') });
  }

  /** The cells of a column in the rendered rows. */
  async column(label: string): Promise<Locator> {
    const place = await this.head(label).getAttribute('aria-colindex');
    return this.grid.locator(`[role="rowgroup"]:nth-of-type(2) [role="gridcell"][aria-colindex="${place}"]`);
  }

  /** Expects the texts of a column's first cells. */
  async expectColumn(label: string, texts: readonly string[]): Promise<void> {
    await this.reveal(label);
    const cells = await this.column(label);
    await expect(async () => {
      const shown = await cells.allInnerTexts();
      expect(shown.slice(0, texts.length).map((text) => text.trim())).toEqual(texts);
    }).toPass({ timeout: 20_000 });
  }

  async expectRows(count: number): Promise<void> {
    await expect(this.status).toHaveText(`${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`);
  }

  /** A field or relation of the tree; names are not unique, so the level is part of the lookup. */
  treeItem(name: string | RegExp, level = 1): Locator {
    return this.tree.getByRole('treeitem', { name, exact: true, level });
  }

  /** Opens nested relations and clicks the field at the end. */
  async chooseInTree(...path: readonly string[]): Promise<void> {
    for (const [i, name] of path.entries()) {
      const item = this.treeItem(name, i + 1).first();
      await item.click();
      if (i < path.length - 1) await expect(item).toHaveAttribute('aria-expanded', 'true');
    }
  }

  /** Finds a field by typing and takes the first hit. */
  async chooseByTyping(text: string, name: string): Promise<void> {
    const box = this.rail.getByRole('searchbox', { name: 'Find a field: “art name”' });
    await box.fill(text);
    const hit = this.tree.getByRole('treeitem').first();
    await expect(hit).toHaveAccessibleName(name);
    await box.press('Enter');
    await expect(hit).toBeChecked();
    await expect(box).toBeFocused();
    await box.clear();
  }

  /** Chooses an entry of the open menu. */
  async take(entry: string | RegExp): Promise<void> {
    await this.page.getByRole('menu').getByText(entry, { exact: true }).click();
  }

  async columnMenu(label: string, entry: string): Promise<void> {
    await (await this.reveal(label)).hover();
    await this.page.getByRole('button', { name: `Menu for ${label}`, exact: true }).click();
    await this.take(entry);
  }

  /** Adds a measure to the groups: the search words, and its name in the list. */
  async measure(words: string, name: string): Promise<void> {
    await this.rail.getByRole('button', { name: 'Add a measure…' }).click();
    await this.page.getByRole('combobox', { name: 'Find a measure: “sum total”' }).fill(words);
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  /** Collapses the other steps of the rail, so that nothing has to be scrolled. */
  async fold(step: string): Promise<void> {
    await this.rail.getByRole('button', { name: new RegExp(`^\\d ${step} `) }).click();
  }

  async addFilter(words: FilterWords, into: Locator = this.rail): Promise<void> {
    await into
      .getByRole('button', { name: /^(Add a filter|Add to this group)$/ })
      .first()
      .click();
    await this.pickField(words.field);
    await this.fillFilter(words);
  }

  async pickField(name: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: 'Find a field: “art name”' });
    await box.fill(name.replaceAll('›', ''));
    await this.page.getByRole('option', { name, exact: true }).first().click();
  }

  /** The form of a filter whose field is chosen. */
  get filterForm(): Locator {
    return this.page.getByRole('form', { name: /^(Add a filter|Change this filter)$/ });
  }

  async fillFilter(words: FilterWords): Promise<void> {
    const form = this.filterForm;
    if (words.quantity) await form.getByLabel(/^of /).selectOption({ label: words.quantity });
    if (words.condition) await form.getByLabel('Condition').selectOption({ label: words.condition });
    for (const value of words.values ?? []) {
      const box = form.getByLabel('Type a value, then Enter');
      await box.fill(value);
      await box.press('Enter');
    }
    for (const [label, value] of [
      ['Value', words.value],
      ['From', words.from],
      ['To', words.to],
    ] as const) {
      if (value === undefined) continue;
      const box = form.getByLabel(label, { exact: true });
      if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
        await box.selectOption({ label: value });
      } else await box.fill(value);
    }
    if (words.otherField) {
      await form.getByRole('button', { name: 'Compare with a field' }).click();
      await this.pickField(words.otherField);
    }
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(form).toBeHidden();
  }

  /** The filters on the rail, as sentences. */
  get filters(): Locator {
    return this.rail.getByTitle('Change this filter');
  }

  tab(name: 'Table' | 'Chart' | 'Map' | 'Code'): Locator {
    return this.result.getByRole('link', { name, exact: true });
  }
}
