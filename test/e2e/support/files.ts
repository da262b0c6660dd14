/** Reads files that the page writes with an independent implementation: Python's standard library. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { needs, providePrograms } from '../../support/programs.ts';

/** Chromium shows a save dialog, which tests cannot answer: browsers without this API download at once. */
export async function withoutSaveDialog(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
}

const reader = `
import csv, json, re, sys, zipfile
import xml.etree.ElementTree as tree
path = sys.argv[1]
def cells():
    if not zipfile.is_zipfile(path):
        yield from csv.reader(open(path, encoding='utf-8-sig', newline=''))
        return
    main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
    book = zipfile.ZipFile(path)
    assert book.testzip() is None
    shared = []
    if 'xl/sharedStrings.xml' in book.namelist():
        for item in tree.fromstring(book.read('xl/sharedStrings.xml')):
            shared.append(''.join(text.text or '' for text in item.iter(main + 't')))
    for row in tree.fromstring(book.read('xl/worksheets/sheet1.xml')).iter(main + 'row'):
        line = []
        for cell in row:
            letters = re.match('[A-Z]+', cell.get('r') or '')
            if letters:
                place = 0
                for letter in letters.group(): place = place * 26 + ord(letter) - 64
                while len(line) < place - 1: line.append('')
            if cell.get('t') == 'inlineStr': line.append(''.join(text.text or '' for text in cell.iter(main + 't')))
            else:
                value = cell.find(main + 'v')
                text = '' if value is None else value.text or ''
                line.append(shared[int(text)] if cell.get('t') == 's' else text)
        yield line
json.dump(list(cells()), sys.stdout)
`;

/** The cells of a CSV file or a workbook's first sheet, as texts. */
export async function readTable(path: string): Promise<string[][]> {
  const [python = ''] = await providePrograms(needs.python);
  const { stdout } = await promisify(execFile)(python, ['-I', '-c', reader, path], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
