// What surrounds the rows of a workbook: the beginning and end of a sheet, its styles, the list of sheets.

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Keeps the first row in view; one width per column. */
export function sheetBegin(widths: readonly number[]): Buffer {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '';
  return Buffer.from(`${head}<worksheet xmlns="${main}">${view}${cols}<sheetData>`);
}

export const sheetEnd = Buffer.from('</sheetData></worksheet>');

/**
 * Cell styles by number: 0 plain, 1 a date, 2 a date and time, 3 a heading, 4 a date and time shown with its zero
 * offset.
 */
const styles = [
  `${head}<styleSheet xmlns="${main}">`,
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss\\Z"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

/** The parts that make a workbook of the sheets. */
export function workbookFrame(sheets: readonly number[]): [path: string, xml: string][] {
  const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const types = sheets
    .map((i) => `<Override PartName="/xl/worksheets/sheet${i}.xml" ContentType="${part}.worksheet+xml"/>`)
    .join('');
  const listed = sheets.map(
    (i) => `<sheet name="Rows${i === 1 ? '' : ` ${i}`}" sheetId="${i}" r:id="r${i}"/>`,
  );
  const links = sheets.map(
    (i) => `<Relationship Id="r${i}" Type="${relations}/worksheet" Target="worksheets/sheet${i}.xml"/>`,
  );
  return [
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${links.join('')}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/>${types}</Types>`,
    ],
  ];
}
