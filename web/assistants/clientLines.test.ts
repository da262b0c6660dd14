import { describe, expect, test } from 'vitest';
import { clients, configurationFor } from './clientLines.ts';

const base = 'https://data.example.com/joinery';

describe.each(clients)('the configuration for %s', (client) => {
  test('contains the URL, and the token if there is one', () => {
    const open = configurationFor(client, base, null);
    expect(open).toContain(base);
    expect(open).not.toMatch(/token|bearer/i);
    const closed = configurationFor(client, base, 'joi_secret');
    // Codex reads the token from the environment, so that no file contains it.
    expect(closed).toContain(client === 'codex' ? 'bearer_token_env_var = "JOINERY_TOKEN"' : 'joi_secret');
  });
});

test('JSON configurations are valid JSON', () => {
  for (const client of ['claudeDesktop', 'cursor', 'vscode'] as const) {
    expect(() => JSON.parse(configurationFor(client, base, 'a"b'))).not.toThrow();
  }
});
