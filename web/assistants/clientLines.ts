// The exact lines that connect common assistants to this service.
import { late } from '../messages/late.ts';

export const clients = ['claudeCode', 'claudeDesktop', 'cursor', 'vscode', 'codex', 'other'] as const;
export type Client = (typeof clients)[number];

/** `token` null: the service does not require a login. */
export function configurationFor(client: Client, base: string, token: string | null): string {
  return writers[client](`${base}/mcp`, base, token);
}

const json = (value: object) => JSON.stringify(value, null, 2);
const headers = (token: string | null) =>
  token === null ? {} : { headers: { Authorization: `Bearer ${token}` } };

const writers: Readonly<Record<Client, (url: string, base: string, token: string | null) => string>> = {
  claudeCode: (url, _, token) =>
    `claude mcp add --transport http joinery ${url}${token === null ? '' : ` --header "Authorization: Bearer ${token}"`}`,
  claudeDesktop: (_, base, token) =>
    json({
      mcpServers: {
        joinery: {
          command: 'joinery',
          args: ['mcp', '--url', base],
          ...(token === null ? {} : { env: { JOINERY_TOKEN: token } }),
        },
      },
    }),
  cursor: (url, _, token) => json({ mcpServers: { joinery: { url, ...headers(token) } } }),
  vscode: (url, _, token) => json({ servers: { joinery: { type: 'http', url, ...headers(token) } } }),
  codex: (url, _, token) =>
    [
      '[mcp_servers.joinery]',
      `url = ${JSON.stringify(url)}`,
      ...(token === null ? [] : ['bearer_token_env_var = "JOINERY_TOKEN"']),
    ].join('\n'),
  other: (_, base, token) => `${token === null ? '' : `JOINERY_TOKEN=${token} `}joinery mcp --url ${base}`,
};

/** A placeholder until a token is created. */
export function tokenOrPlaceholder(made: string | undefined, isNeeded: boolean): string | null {
  return made ?? (isNeeded ? late.assistants.tokenPlace : null);
}
