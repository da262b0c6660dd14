// Parses a small subset of Markdown into plain data, so that nothing can become HTML.

export type Inline =
  | { readonly kind: 'text' | 'bold' | 'italic' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type TextBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] };

const MARK = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;
/** Other schemes could execute code. */
const SAFE = /^(https?:\/\/|mailto:|#\/)/i;

export function inlineParts(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(MARK)) {
    const [whole, bold, italic, code, words, href] = found;
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) });
    end = found.index + whole.length;
    if (bold !== undefined) parts.push({ kind: 'bold', text: bold });
    else if (italic !== undefined) parts.push({ kind: 'italic', text: italic });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (words !== undefined && href !== undefined && SAFE.test(href)) {
      parts.push({ kind: 'link', text: words, href });
    } else parts.push({ kind: 'text', text: whole });
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function levelOf(marks: string): 1 | 2 | 3 {
  return marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3;
}

export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: inlineParts(lines.join('\n')) });
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const heading = /^(#{1,3})\s+(.*)$/.exec(line);
    const item = /^\s*[-*]\s+(.*)$/.exec(line);
    if (heading) {
      flush();
      blocks.push({
        kind: 'heading',
        level: levelOf(heading[1] ?? ''),
        parts: inlineParts(heading[2] ?? ''),
      });
    } else if (item) {
      flush();
      const last = blocks.at(-1);
      const parts = inlineParts(item[1] ?? '');
      if (last?.kind === 'list') blocks.splice(-1, 1, { kind: 'list', items: [...last.items, parts] });
      else blocks.push({ kind: 'list', items: [parts] });
    } else if (line.trim() === '') flush();
    else lines.push(line);
  }
  flush();
  return blocks;
}
