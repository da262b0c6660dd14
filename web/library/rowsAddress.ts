// API addresses of a saved query's rows, for other programs.
import { type ExportFormat, exportFormats } from '../../src/contract/formats.ts';
import { savedQueries } from '../api/saved.ts';
import type { ParameterValue, QueryDocument } from '../query/document.ts';

/** The given values as query parameters; `many` repeats the name. */
export function argumentsIn({ arguments: given = {} }: Pick<QueryDocument, 'arguments'>): URLSearchParams {
  const pairs = Object.entries(given).flatMap(([name, value]: [string, ParameterValue]) =>
    (typeof value === 'object' ? value : [value]).map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}

export function rowsAddress(
  slug: string,
  doc: Pick<QueryDocument, 'arguments'>,
  format?: ExportFormat,
): string {
  const given = argumentsIn(doc).toString();
  return `${savedQueries.address(slug)}/rows${format ? `.${format}` : ''}${given && `?${given}`}`;
}

export { exportFormats };

/** Quotes the text as one shell word. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command that fetches an address. A workbook is written to a file, since curl refuses to print binary data. */
export function curlLine(
  slug: string,
  address: string,
  format: ExportFormat | undefined,
  user: string | null,
): string {
  const words = [
    `curl ${shellQuoted(address)}`,
    ...(user === null ? [] : [`--user ${shellQuoted(`${user}:<session id>`)}`]),
    ...(format === 'xlsx' ? [`--output ${shellQuoted(`${slug}.xlsx`)}`] : []),
  ];
  return words.join(' \\\n  ');
}

/** HTML that reads the rows of a link and shows them in a table, strictly as text. */
export function embedSnippet(url: string): string {
  return `<table id="rows"></table>
<script>
  fetch(${JSON.stringify(url)})
    .then((answer) => answer.json())
    .then(({ cols, data }) => {
      const table = document.getElementById('rows');
      for (const row of [cols, ...data]) {
        const line = table.insertRow();
        for (const value of row) line.insertCell().textContent = value ?? '';
      }
    });
</script>`;
}
