// The addresses of the page: parsing and writing them.

/** The result row that a record was opened from; its neighbours are the next and previous records. */
export interface Origin {
  readonly row: number;
  readonly code: string;
}

/** The shelves of the library. */
export const shelves = ['queries', 'dashboards'] as const;
export type Shelf = (typeof shelves)[number];

/** The parts of the Access room. */
export const accessParts = ['roles', 'users', 'versions', 'audit'] as const;
export type AccessPart = (typeof accessParts)[number];

/** The pages about assistants: connecting one, and by id what one asked and what one proposes. */
export const assistantsParts = ['assistants', 'asked', 'proposed'] as const;
export type AssistantsPart = (typeof assistantsParts)[number];

export type Route =
  | { readonly name: 'home' }
  | { readonly name: 'entity'; readonly entity: string }
  | {
      readonly name: 'query';
      readonly code: string;
      readonly tab: string | undefined;
      /** The saved query that this is a state of. */
      readonly saved: string | undefined;
    }
  | {
      readonly name: 'record';
      readonly entity: string;
      readonly key: readonly string[];
      readonly from: Origin | undefined;
    }
  | { readonly name: 'library'; readonly shelf: Shelf }
  /** `given` holds the parameter values. */
  | { readonly name: 'dashboard'; readonly slug: string; readonly given: string }
  | { readonly name: 'access'; readonly part: AccessPart }
  /** A role's rights on an entity. */
  | { readonly name: 'grant'; readonly role: string; readonly entity: string }
  /** Who may see a column. */
  | { readonly name: 'sight'; readonly entity: string; readonly column: string }
  | { readonly name: 'tokens' }
  | { readonly name: 'assistants'; readonly part: AssistantsPart; readonly id: string }
  /** What a login-free link shows. */
  | { readonly name: 'shared'; readonly secret: string }
  /** A new record. */
  | { readonly name: 'new'; readonly entity: string }
  /** Importing a file into an entity. */
  | { readonly name: 'import'; readonly entity: string }
  /** The history of changes: all of it, or restricted to an entity, one of its records, or a user. */
  | {
      readonly name: 'history';
      readonly entity: string | undefined;
      readonly key: readonly string[];
      readonly user: string | undefined;
    }
  | { readonly name: 'help' }
  | { readonly name: 'unknown' };

function parseOrigin(text: string): Origin | undefined {
  const parts = /^(\d{1,12})\.(.+)$/s.exec(text);
  return parts ? { row: Number(parts[1]), code: parts[2] ?? '' } : undefined;
}

function accessRoute(rest: readonly string[]): Route {
  const [head = 'roles', first, second] = rest;
  if (head === 'grant' && first !== undefined && second !== undefined) {
    return { name: 'grant', role: first, entity: second };
  }
  if (head === 'column' && first !== undefined && second !== undefined) {
    return { name: 'sight', entity: first, column: second };
  }
  const part = accessParts.find((one) => one === head);
  return part ? { name: 'access', part } : { name: 'unknown' };
}

/** The path and the parameters after the `#`. */
export function parseRoute(fragment: string): Route {
  const text = fragment.replace(/^#?\/?/, '');
  const cut = text.indexOf('?');
  const path = cut < 0 ? text : text.slice(0, cut);
  const parameters = cut < 0 ? '' : text.slice(cut + 1);
  try {
    const [head = '', ...rest] = path.split('/').map(decodeURIComponent);
    if (head === '' && rest.length === 0) return { name: 'home' };
    if (head === 'help') return { name: 'help' };
    if (head === 'tokens' && rest.length === 0) return { name: 'tokens' };
    const part = assistantsParts.find((one) => one === head);
    if (part) return { name: 'assistants', part, id: rest[0] ?? '' };
    if (head === 'access') return accessRoute(rest);
    if (head === 'query') return { name: 'query', code: parameters, tab: rest[0], saved: undefined };
    if (head === 'saved' && rest[0]) {
      return { name: 'query', code: parameters, tab: rest[1], saved: rest[0] };
    }
    if (head === 'library') {
      const shelf = shelves.find((one) => one === (rest[0] ?? 'queries'));
      if (shelf) return { name: 'library', shelf };
    }
    if (head === 'dashboard' && rest[0]) return { name: 'dashboard', slug: rest[0], given: parameters };
    if (head === 'shared' && rest[0]) return { name: 'shared', secret: rest[0] };
    if (head === 'new' && rest[0]) return { name: 'new', entity: rest[0] };
    if (head === 'import' && rest[0]) return { name: 'import', entity: rest[0] };
    if (head === 'history') {
      const [entity, ...key] = rest;
      return {
        name: 'history',
        entity,
        key,
        user: parameters === '' ? undefined : decodeURIComponent(parameters),
      };
    }
    if (head === 'entity' && rest[0] !== undefined) return { name: 'entity', entity: rest[0] };
    if (head === 'record') {
      const [entity, ...key] = rest;
      if (entity !== undefined && key.length > 0) {
        return { name: 'record', entity, key, from: parseOrigin(parameters) };
      }
    }
  } catch {
    // An address with a malformed percent sequence is not ours.
  }
  return { name: 'unknown' };
}

export const hrefs = {
  home: '#/',
  help: '#/help',
  tokens: '#/tokens',
  assistants: '#/assistants',
  asked: (id: string) => `#/asked/${encodeURIComponent(id)}`,
  access: (part: AccessPart = 'roles') => `#/access${part === 'roles' ? '' : `/${part}`}`,
  grant: (role: string, entity: string) =>
    `#/access/grant/${encodeURIComponent(role)}/${encodeURIComponent(entity)}`,
  sight: (entity: string, column: string) =>
    `#/access/column/${encodeURIComponent(entity)}/${encodeURIComponent(column)}`,
  entity: (name: string) => `#/entity/${encodeURIComponent(name)}`,
  library: (shelf: Shelf = 'queries') => `#/library${shelf === 'queries' ? '' : `/${shelf}`}`,
  dashboard: (slug: string, given = '') => `#/dashboard/${encodeURIComponent(slug)}${given && `?${given}`}`,
  shared: (secret: string) => `#/shared/${encodeURIComponent(secret)}`,
  newRecord: (entity: string) => `#/new/${encodeURIComponent(entity)}`,
  importInto: (entity: string) => `#/import/${encodeURIComponent(entity)}`,
  history: (entity?: string, key: readonly string[] = [], user?: string) =>
    `#/history${entity === undefined ? '' : [entity, ...key].map((part) => `/${encodeURIComponent(part)}`).join('')}${user === undefined ? '' : `?${encodeURIComponent(user)}`}`,
  query: (code: string, tab?: string) => `#/query${tab ? `/${tab}` : ''}?${code}`,
  /** A saved query, as stored or in another state. */
  saved: (slug: string, code = '', tab?: string) =>
    `#/saved/${encodeURIComponent(slug)}${tab ? `/${tab}` : ''}${code && `?${code}`}`,
  record: (entity: string, key: readonly string[], from?: Origin) =>
    `#/record/${[entity, ...key].map(encodeURIComponent).join('/')}${from ? `?${from.row}.${from.code}` : ''}`,
};
