/** Counts the clicks that an answer takes. The tests verify the numbers in docs/questions.md. */
import { expect, type Page } from '@playwright/test';

export class Clicks {
  /** Starts at one for the entity, which a person clicks on the home page, but a test opens by address. */
  #count = 1;

  static async on(page: Page): Promise<Clicks> {
    const clicks = new Clicks();
    await page.exposeFunction('noteClicks', (count: number) => {
      clicks.#count += count;
    });
    await page.addInitScript(listen);
    return clicks;
  }

  /** Starts counting for another question. */
  begin(): void {
    this.#count = 1;
  }

  async expectCount(wanted: number): Promise<void> {
    // The last click may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(this.#count, 'clicks').toBe(wanted);
  }
}

declare global {
  interface Window {
    noteClicks: (count: number) => void;
  }
}

/**
 * Runs in the page. Text fields get the focus when their form opens, and Tab moves to the next one, so they need no
 * click.
 */
function listen(): void {
  const on = (type: string, listener: (event: Event) => void) => addEventListener(type, listener, true);
  const isByMouse = (event: Event) => event instanceof MouseEvent && event.isTrusted && event.detail > 0;
  on('click', (event) => {
    if (isByMouse(event)) window.noteClicks(1);
  });
  on('contextmenu', () => window.noteClicks(1));
  // One click opens the select, another one chooses.
  on('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) window.noteClicks(2);
  });
}
