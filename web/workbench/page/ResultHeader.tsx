// Above the result: the query in words, what can be done with it, and the ways to look at it.

import { Bookmark, Check, Download, Link, Redo2, SlidersHorizontal, Undo2 } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import type { ExportFormat } from '../../../src/contract/formats.ts';
import { resources } from '../../api/resources.ts';
import { forgetQuery, savedQueries, saveQuery } from '../../library/remembered.ts';
import { list } from '../../messages/format.ts';
import { t } from '../../messages/index.ts';
import { shownColumns } from '../../query/columns.ts';
import { type FileQuery, toFile } from '../../query/file.ts';
import { sentence, sentenceText } from '../../query/sentence.ts';
import { exportQuery, offeredFormats } from '../../result/export.ts';
import { hrefs } from '../../state/addresses.ts';

import { Button, IconButton } from '../../ui/Button.tsx';
import { putOnClipboard } from '../../ui/clipboard.ts';
import { Field } from '../../ui/Field.tsx';
import { Menu, MenuItem, MenuLabel, MenuNote } from '../../ui/Menu.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { say } from '../../ui/toast.ts';
import { useStore } from '../../ui/useStore.ts';
import { useWorkbench } from '../context.ts';
import { Headline } from './Headline.tsx';
import styles from './ResultHeader.module.css';
import { CHART, tabs } from './tabs.ts';

export function ResultHeader({
  tab,
  onChange,
}: {
  readonly tab: string;
  /** Opens the rail on screens that have no room for it beside the result. */
  readonly onChange: (() => void) | undefined;
}) {
  const workbench = useWorkbench();
  const { code, doc, model, now, undo, redo } = workbench;
  const parts = useMemo(
    () => sentence({ doc, model, operators: workbench.operators }),
    [doc, model, workbench.operators],
  );

  const missing = useMemo(
    () => shownColumns(doc, model).flatMap((column) => (column.kind === 'list' ? [column.label] : [])),
    [doc, model],
  );

  /** What is on the screen: a pivot table, else the rows or groups of the table. */
  async function file(): Promise<FileQuery> {
    if (tab !== CHART) return toFile(doc, model, now);
    const { pivotFile } = await import('../../charts/groups/pivotData.ts');
    return (await pivotFile(doc, model, now, resources.query)) ?? toFile(doc, model, now);
  }

  async function share(): Promise<void> {
    if (await putOnClipboard(location.href)) say(t.workbench.linkCopied);
    else say(t.grid.copyRefused, { tone: 'danger' });
  }

  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <Headline parts={parts} />
        <div className={styles.actions}>
          {onChange && (
            <Button
              look="main"
              icon={<SlidersHorizontal aria-hidden />}
              className={styles.change}
              onClick={onChange}
            >
              {t.workbench.openRail}
            </Button>
          )}
          <IconButton label={t.workbench.undo} disabled={!undo} onClick={undo}>
            <Undo2 aria-hidden />
          </IconButton>
          <IconButton label={t.workbench.redo} disabled={!redo} onClick={redo}>
            <Redo2 aria-hidden />
          </IconButton>
          <span className={styles.line} />
          <SaveButton code={code} suggestion={sentenceText(parts)} />
          <IconButton label={t.workbench.share} onClick={() => void share()}>
            <Link aria-hidden />
          </IconButton>
          <Menu
            trigger={
              <Button icon={<Download aria-hidden />} className={styles.export}>
                {t.workbench.export}
              </Button>
            }
          >
            <MenuLabel>{t.workbench.exportAll}</MenuLabel>
            {offeredFormats.map((format: ExportFormat) => (
              <MenuItem key={format} onSelect={() => void exportQuery(doc, model, format, file)}>
                {t.workbench.exportNames[format]}
              </MenuItem>
            ))}
            {missing.length > 0 && <MenuNote>{t.workbench.exportMissing(list(missing))}</MenuNote>}
          </Menu>
        </div>
      </div>
      <nav className={styles.tabs} aria-label={t.workbench.views}>
        {tabs.map(({ id, label, icon: Icon }) => (
          <a
            key={id}
            href={hrefs.query(code, id === tabs[0].id ? undefined : id)}
            aria-current={id === tab ? 'page' : undefined}
          >
            <Icon aria-hidden />
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
}

function SaveButton({ code, suggestion }: { readonly code: string; readonly suggestion: string }) {
  const saved = useStore(savedQueries).find((one) => one.code === code);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    saveQuery(code, name.trim() || suggestion);
    setOpen(false);
    say(t.workbench.saved);
  }
  if (saved) {
    return (
      <IconButton label={t.workbench.savedAs(saved.title)} aria-pressed onClick={() => forgetQuery(code)}>
        <Bookmark aria-hidden fill="currentColor" />
      </IconButton>
    );
  }
  return (
    <Popover
      label={t.workbench.save}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setName(suggestion.length <= 60 ? suggestion.replace(/\.$/, '') : '');
      }}
      trigger={
        <IconButton label={t.workbench.save}>
          <Bookmark aria-hidden />
        </IconButton>
      }
    >
      <form className={styles.save} onSubmit={submit}>
        <Field
          label={t.workbench.saveName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          required
        />
        <p>{t.workbench.saveHint}</p>
        <Button look="main" type="submit" icon={<Check aria-hidden />}>
          {t.workbench.saveSubmit}
        </Button>
      </form>
    </Popover>
  );
}
