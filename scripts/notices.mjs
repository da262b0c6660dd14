// Writes the third-party notices of a bundle: each package with its version, its licence and its licence texts. A
// bundler plugin, since only the bundler knows what the bundle contains.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** Code that the bundlers add. */
const helpers = { '\0rolldown/': 'rolldown', '\0vite/': 'vite' };

const rule = '-'.repeat(80);

/**
 * @param {string} base the folder that the bundler's paths of assets are relative to
 * @returns {import('rolldown').Plugin}
 */
export function thirdPartyNotices(base) {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const files = new Set();
      for (const item of Object.values(bundle)) {
        if (item.type === 'chunk') for (const id of item.moduleIds) files.add(id);
        else for (const name of item.originalFileNames) files.add(resolve(base, name));
      }
      // CSS assets do not name their source modules.
      for (const id of this.getModuleIds()) if (/\.css(?:$|\?)/.test(id)) files.add(id);
      const folders = new Set([...files].flatMap((id) => packageFolder(id) ?? []));
      this.emitFile({ type: 'asset', fileName: noticesFile, source: noticesOf([...folders]) });
    },
  };
}

/** The folder of a module's package; undefined for our own modules. */
function packageFolder(id) {
  for (const [prefix, name] of Object.entries(helpers)) {
    if (id.startsWith(prefix)) return join(import.meta.dirname, '..', 'node_modules', name);
  }
  const marked = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
  return marked?.[1].replace(/^\0/, '');
}

/** The notices for the packages in these folders. */
export function noticesOf(folders) {
  const packages = folders.map(noticeOf).sort((a, b) => a.title.localeCompare(b.title, 'en'));
  const parts = packages.map(({ title, text }) => `${rule}\n${title}\n\n${text}\n`);
  return ['This part of Joinery contains the packages below, under their own licences.\n', ...parts].join(
    '\n',
  );
}

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const holder = typeof author === 'object' ? author.name : author;
  if (texts.length === 0 && license === 'MIT' && holder) texts.push(mit(holder));
  if (typeof license !== 'string' || texts.length === 0) {
    throw new Error(`The package ${name} in ${folder} brings no licence: what is owed to its authors?`);
  }
  return { title: `${name} ${version} (${license})`, text: texts.join('\n\n') };
}

/** For packages that declare this licence without including its text. */
const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
