// Which format of an export an Accept header asks for (RFC 9110).
import { type ExportFormat, exportFormats, exportTypes } from '../../contract/formats.ts';
import { Problem } from '../../contract/problem.ts';

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The format that the header likes best. Of those that it likes equally the first is taken, and that is csv:
 * libraries send JSON, plain text and "anything" alike for people who never thought of it.
 */
export function acceptedFormat(accept: string | undefined): ExportFormat {
  if (accept === undefined || accept.trim() === '') return 'csv';
  const ranges = accept.split(',').map(readRange);
  const liked = exportFormats.map((format) => ({ format, quality: qualityOf(format, ranges) }));
  const best = Math.max(...liked.map(({ quality }) => quality));
  const first = liked.find(({ quality }) => quality === best && quality > 0);
  if (first !== undefined) return first.format;
  throw new Problem('not-acceptable', 'There is no export in a format that the Accept header asks for.', {
    allowed: exportFormats.map((format) => exportTypes[format]),
  });
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}

/** The quality that the range nearest to the type gives it; none gives it 0. */
function qualityOf(format: ExportFormat, ranges: readonly Range[]): number {
  const [type = ''] = exportTypes[format].split(';', 1);
  const byNearness = [type, type.replace(/\/.*/, '/*'), '*/*'];
  const nearest = byNearness.flatMap((wanted) => ranges.find((range) => range.type === wanted) ?? [])[0];
  return nearest?.quality ?? 0;
}
