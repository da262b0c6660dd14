// Draws the OpenAPI document as a page on which every request can be tried. Text nodes only: nothing that
// the document or an answer says is ever taken for markup.

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 20%, transparent); }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
  h2 { margin-block: 2rem .5rem; }
  details { border: 1px solid var(--line); border-radius: .5rem; margin-block: .5rem; }
  summary { cursor: pointer; padding: .6rem .9rem; overflow-wrap: anywhere; }
  summary b { display: inline-block; min-width: 4rem; }
  summary code { margin-inline-end: .75rem; }
  form, .about { padding: 0 .9rem .9rem; }
  label { display: block; margin-block: .5rem; }
  input, textarea { box-sizing: border-box; display: block; font: 14px/1.4 ui-monospace, monospace; padding: .4rem; width: 100%; }
  textarea { min-height: 9rem; }
  button { font: inherit; padding: .3rem 1rem; }
  pre { border: 1px solid var(--line); border-radius: .25rem; font: 13px/1.4 ui-monospace, monospace; max-height: 24rem; overflow: auto; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
`);
document.adoptedStyleSheets = [sheet];

/** An element with properties and children; strings become text. */
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

const documentUrl = new URL(import.meta.url.replace(/docs\/reference\.js.*$/, 'openapi.json'));
const shownCharacters = 20_000;

async function start() {
  const response = await fetch(documentUrl);
  const api = await response.json();
  if (!response.ok) throw new Error(api.detail);
  const main = make('main', {}, make('h1', {}, `${api.info.title} API ${api.info.version}`));
  main.append(make('p', {}, api.info.description ?? ''));
  const byTag = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? 'Other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), { path, method, operation }]);
    }
  }
  for (const [tag, entries] of byTag) {
    main.append(make('h2', {}, tag), ...entries.map((entry) => drawOperation(api, entry)));
  }
  main.append(make('h2', {}, 'Shapes'));
  for (const [name, schema] of Object.entries(api.components?.schemas ?? {})) {
    main.append(make('details', {}, make('summary', {}, name), drawJson(schema)));
  }
  document.body.append(main);
}

function drawJson(value) {
  return make('div', { className: 'about' }, make('pre', {}, JSON.stringify(value, null, 2)));
}

function drawOperation(api, { path, method, operation }) {
  const summary = make(
    'summary',
    {},
    make('b', {}, method.toUpperCase()),
    make('code', {}, path),
    operation.summary ?? '',
  );
  const parameters = operation.parameters ?? [];
  const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
  const inputs = parameters.map((parameter) => drawParameter(parameter));
  const body = bodySchema ? make('textarea', { value: example(api, bodySchema), spellcheck: false }) : null;
  const output = make('pre', { hidden: true });
  output.setAttribute('aria-live', 'polite');
  const form = make(
    'form',
    {},
    make('p', {}, operation.description ?? ''),
    ...inputs.map(({ label }) => label),
  );
  if (body) form.append(make('label', {}, 'Body', body));
  form.append(make('button', {}, 'Send'), output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(path, method, inputs, body, output);
  });
  const answers = make('details', {}, make('summary', {}, 'Answers'), drawJson(operation.responses ?? {}));
  return make('details', {}, summary, form, make('div', { className: 'about' }, answers));
}

function drawParameter(parameter) {
  const input = make('input', { required: parameter.required === true, spellcheck: false });
  if (parameter.name === 'key') input.placeholder = '[1]';
  const about = [parameter.name, parameter.in === 'path' ? '' : '(optional)', parameter.description ?? ''];
  return { parameter, input, label: make('label', {}, about.filter(Boolean).join(' · '), input) };
}

/** What a body could look like: the properties of its schema, empty. */
function example(api, schema, depth = 0) {
  return JSON.stringify(sample(api, schema, depth), null, 2);
}

function sample(api, schema, depth) {
  const reference = schema.$ref?.replace('#/components/schemas/', '');
  if (reference !== undefined)
    return depth > 6 ? {} : sample(api, api.components.schemas[reference], depth + 1);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sample(api, choice, depth + 1);
  if (schema.default !== undefined) return schema.default;
  if (schema.type === 'array') return [];
  if (schema.type === 'integer' || schema.type === 'number') return 0;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'string') return schema.enum?.[0] ?? '';
  const wanted = new Set(schema.required ?? []);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => wanted.has(name))
      .map(([name, inner]) => [name, sample(api, inner, depth + 1)]),
  );
}

async function send(path, method, inputs, body, output) {
  const query = new URLSearchParams();
  let target = path;
  for (const { parameter, input } of inputs) {
    if (parameter.in === 'path') {
      // The brackets and commas of a key stand for themselves.
      const text = parameter.name === 'key' ? input.value : encodeURIComponent(input.value);
      target = target.replace(`{${parameter.name}}`, text);
    } else if (input.value !== '') query.append(parameter.name, input.value);
  }
  const url = new URL(`..${target}`, documentUrl);
  url.search = query.toString();
  output.hidden = false;
  output.textContent = '…';
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      ...(body ? { body: body.value, headers: { 'content-type': 'application/json' } } : {}),
    });
    output.textContent = `${response.status} ${response.statusText}\n\n${await beginning(response)}`;
  } catch (error) {
    output.textContent = String(error);
  }
}

/** A list may be endless: only what is shown is read. */
async function beginning(response) {
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > shownCharacters) return `${text.slice(0, shownCharacters)}\n…`;
  }
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

start().catch((error) => document.body.append(make('p', {}, `The API cannot be shown: ${error.message}`)));
