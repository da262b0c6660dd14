// The first screen of an import: choosing or dropping a file, and uploading it.
import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { imports } from '../api/imports.ts';
import { late } from '../messages/late.ts';
import type { Entity } from '../model/model.ts';
import { describeFailure } from '../ui/failures.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './Import.module.css';
import type { Next } from './steps.ts';

type State =
  | { readonly is: 'waiting' }
  | { readonly is: 'sending'; readonly name: string; readonly share: number }
  | { readonly is: 'looking' }
  | { readonly is: 'failed'; readonly error: unknown };

export function FileStep({ entity, onNext }: { readonly entity: Entity; readonly onNext: Next }) {
  const [state, setState] = useState<State>({ is: 'waiting' });
  const [isOver, setOver] = useState(false);
  const abortOnLeave = useRef(new AbortController());
  const id = useId();
  useEffect(() => {
    abortOnLeave.current = new AbortController();
    return () => abortOnLeave.current.abort();
  }, []);

  async function send(file: File | undefined): Promise<void> {
    if (!file || state.is === 'sending' || state.is === 'looking') return;
    const { signal } = abortOnLeave.current;
    setState({ is: 'sending', name: file.name, share: 0 });
    try {
      const sent = await imports.send(
        file,
        (bytes) => setState({ is: 'sending', name: file.name, share: bytes / file.size }),
        signal,
      );
      setState({ is: 'looking' });
      const look = await imports.inspect(sent, entity.name, undefined, signal);
      onNext({ name: 'columns', id: sent, look });
    } catch (error) {
      if (!signal.aborted) setState({ is: 'failed', error });
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  }

  const isBusy = state.is === 'sending' || state.is === 'looking';
  return (
    <>
      {state.is === 'failed' && <Notice>{describeFailure(state.error).detail}</Notice>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the button does */}
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload aria-hidden />
        <input
          id={id}
          type="file"
          className={styles.fileInput}
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.gz,.zst"
          // aria-disabled, because a disabled input would lose the focus; another file is ignored during an upload.
          aria-disabled={isBusy}
          onChange={(event) => void send(event.target.files?.[0])}
        />
        <label htmlFor={id}>{late.imports.chooseFile}</label>
        <p className={styles.faint}>{late.imports.drop}</p>
        <p className={styles.faint}>{late.imports.formats}</p>
      </div>
      <div role="status">
        {state.is === 'sending' && (
          <>
            <p>{late.imports.sending(state.name, Math.floor(state.share * 100))}</p>
            <progress className={styles.progress} value={state.share} aria-hidden />
          </>
        )}
        {state.is === 'looking' && late.imports.looking}
      </div>
    </>
  );
}
