/** Counts what a person clicks on the way to an answer. The numbers of docs/questions.md are those of the tests. */
import { expect, type Page } from '@playwright/test';

export class Clicks {
  /** The entity, which a person clicks on the home page and a test opens by its address. */
  #count = 1;

  static async on(page: Page): Promise<Clicks> {
    const clicks = new Clicks();
    await page.exposeFunction('noteClicks', (count: number) => {
      clicks.#count += count;
    });
    await page.addInitScript(listen);
    return clicks;
  }

  /** Of another question. */
  begin(): void {
    this.#count = 1;
  }

  async expectCount(wanted: number): Promise<void> {
    // What was noted last is on its way.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(this.#count, 'clicks').toBe(wanted);
  }
}

declare global {
  interface Window {
    noteClicks: (count: number) => void;
  }
}

/** Runs in the page. Fields to type into have the focus when their form opens, and Tab leads to the next one. */
function listen(): void {
  const on = (type: string, listener: (event: Event) => void) => addEventListener(type, listener, true);
  const isByMouse = (event: Event) => event instanceof MouseEvent && event.isTrusted && event.detail > 0;
  on('click', (event) => {
    if (isByMouse(event)) window.noteClicks(1);
  });
  on('contextmenu', () => window.noteClicks(1));
  // A list is opened and something is taken from it.
  on('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) window.noteClicks(2);
  });
}
