// A text tile. User content is only ever rendered as text nodes and safe links.
import { Fragment } from 'react';
import { type Inline, textBlocks } from './plainMarkup.ts';
import styles from './Tile.module.css';

const tags = { text: Fragment, bold: 'strong', italic: 'em', code: 'code' } as const;

function InlinePart({ part }: { readonly part: Inline }) {
  if (part.kind === 'link') {
    return (
      <a href={part.href} rel="noreferrer">
        {part.text}
      </a>
    );
  }
  const Tag = tags[part.kind];
  return <Tag>{part.text}</Tag>;
}

function InlineParts({ parts }: { readonly parts: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
  return parts.map((part, i) => <InlinePart key={i} part={part} />);
}

export function TileText({ text }: { readonly text: string }) {
  return (
    <div className={styles.text}>
      {textBlocks(text).map((block, i) => {
        const key = `${i} ${block.kind}`;
        if (block.kind === 'list') {
          return (
            <ul key={key}>
              {block.items.map((parts, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
                <li key={n}>
                  <InlineParts parts={parts} />
                </li>
              ))}
            </ul>
          );
        }
        if (block.kind === 'paragraph') {
          return (
            <p key={key}>
              <InlineParts parts={block.parts} />
            </p>
          );
        }
        // All are tile headings in the document outline; the level affects only the size.
        return (
          <h2 key={key} data-level={block.level}>
            <InlineParts parts={block.parts} />
          </h2>
        );
      })}
    </div>
  );
}
