// Detects the content type of bytes by their signature. Only types that no browser executes.
import { type LazySchema, schemaOf } from './schemas.ts';

interface Media {
  readonly type: string;
  readonly extension: string;
}

const signatures: readonly (Media & { readonly fits: (hex: string) => boolean })[] = [
  { type: 'image/png', extension: 'png', fits: (hex) => hex.startsWith('89504e470d0a1a0a') },
  { type: 'image/jpeg', extension: 'jpg', fits: (hex) => hex.startsWith('ffd8ff') },
  { type: 'image/gif', extension: 'gif', fits: (hex) => /^47494638(37|39)61/.test(hex) },
  { type: 'image/webp', extension: 'webp', fits: (hex) => /^52494646.{8}57454250/.test(hex) },
  { type: 'application/pdf', extension: 'pdf', fits: (hex) => hex.startsWith('255044462d') },
];

const unknown: Media = { type: 'application/octet-stream', extension: 'bin' };

/** Every type that `mediaOf` can return. */
export const mediaTypes: readonly string[] = [...signatures, unknown].map(({ type }) => type);

const gridAnswer = schemaOf(() => import('../../contract/grid.ts'), 'GridAnswer');

/** Describes, for OpenAPI, a file answer of one of these types; `rows` is the schema of its JSON form. */
export function files(types: readonly string[], rows: LazySchema = gridAnswer) {
  const bytes = schemaOf(() => import('../../contract/export.ts'), 'FileBody');
  const content = types.map((type) => {
    const [name = type] = type.split(';', 1);
    return [name, { schema: name === 'application/json' ? rows : bytes }] as const;
  });
  return { description: 'A file', content: Object.fromEntries(content) };
}

export function mediaOf(bytes: Uint8Array): Media {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return signatures.find(({ fits }) => fits(hex)) ?? unknown;
}

/** A Content-Disposition for any column name (RFC 6266): ASCII for old clients, exact for the others. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
