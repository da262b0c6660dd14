// Bytes of a binary column, which arrive as base64: their size, the image type, and a Blob.

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** The base64 prefix of each image type. SVG is excluded, since it may contain scripts. */
const signatures: ReadonlyArray<readonly [RegExp, ImageType]> = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD[dl]h/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
];

export function imageType(base64: string): ImageType | undefined {
  return signatures.find(([pattern]) => pattern.test(base64))?.[1];
}

export function blobOf(base64: string, type: string): Blob {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Blob([bytes], { type });
}

/** The number of bytes that a base64 text encodes. */
export function base64Size(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor((text.length * 3) / 4) - padding;
}
