/** Formats SQL on several lines for review. Only whitespace changes. */

/**
 * A quoted string or name; a bracket followed by SELECT; the keywords that begin a clause; whitespace; anything else.
 */
const token =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\(\s*select\b|left join\b|order by\b|group by\b|[A-Za-z_]\w*|\s+|./gis;
const clause = /^(select|from|where|left join|join|order by|group by|limit)$/i;
const subquery = /^\(\s*select$/i;
const widest = 110;

/** Each clause starts a line, indented within subqueries; long lines are wrapped. */
export function layout(sql: string): string {
  const lines: string[] = [];
  /** For each open bracket, whether it contains a statement. */
  const brackets: boolean[] = [];
  let line = '';
  const begin = (more = '') => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '  '.repeat(brackets.filter(Boolean).length) + more;
  };
  for (const word of sql.match(token) ?? []) {
    const isSpace = word.trim() === '';
    if (subquery.test(word)) {
      line += '(';
      brackets.push(true);
      begin('select');
    } else if (word === '(') {
      brackets.push(false);
      line += word;
    } else if (word === ')') {
      if (brackets.pop()) begin();
      line += word;
    } else if (clause.test(word)) {
      begin(word);
    } else if (isSpace && line.length > widest) {
      begin('    ');
    } else if (!isSpace || line.trim() !== '') {
      line += word;
    }
  }
  begin();
  return lines.join('\n');
}
