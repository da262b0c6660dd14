// Edits a tile's words: the text of a text tile, the heading of any other.
import { type FormEvent, useId, useState } from 'react';
import type { Tile } from '../../src/contract/dashboards.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './Tile.module.css';

interface TextFormProps {
  readonly tile: Tile;
  readonly title: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

export function TileTextDialog(props: TextFormProps) {
  return (
    <Dialog open title={late.dashboards.editText(props.title)} onClose={props.onClose}>
      <TextForm {...props} />
    </Dialog>
  );
}

function TextForm({ tile, title, onText, onClose }: TextFormProps) {
  const [text, setText] = useState(tile.text ?? (tile.kind === 'text' ? '' : title));
  const id = useId();
  function submit(event: FormEvent): void {
    event.preventDefault();
    onText(text);
    onClose();
  }
  return (
    <form className={styles.words} onSubmit={submit}>
      {tile.kind === 'text' ? (
        <>
          <label htmlFor={id}>{late.dashboards.text}</label>
          <textarea
            id={id}
            rows={8}
            maxLength={20_000}
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to write here
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <p className={styles.quiet}>{late.dashboards.textHint}</p>
        </>
      ) : (
        <Field
          label={late.dashboards.heading}
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="main" type="submit">
          {t.library.apply}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}
