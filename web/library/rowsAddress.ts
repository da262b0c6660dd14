// Addresses of the rows of a saved query, for programs.
import { type ExportFormat, exportFormats } from '../../src/contract/formats.ts';
import { savedQueries } from '../api/kept.ts';
import type { ParameterValue, QueryDocument } from '../query/document.ts';

/** The values that are given, as an address has them: `many` by repeating the name. */
export function givenIn({ arguments: given = {} }: Pick<QueryDocument, 'arguments'>): URLSearchParams {
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
  const given = givenIn(doc).toString();
  return `${savedQueries.address(slug)}/rows${format ? `.${format}` : ''}${given && `?${given}`}`;
}

export { exportFormats };

/** As one word of a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What fetches an address from a command line. A workbook is written into a file: curl shows nobody bytes. */
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

/** A page that reads the rows of a link and puts them into a table, as text and nothing else. */
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
