// Above the result: the query in words, its actions, and the tabs.

import { Download, Link, Plus, Redo2, SlidersHorizontal, Undo2, Upload } from 'lucide-react';
import { useMemo } from 'react';
import type { ExportFormat } from '../../../src/contract/formats.ts';
import { useSentence } from '../../answers/recordNames.ts';
import { resources } from '../../api/resources.ts';
import { useImportModes, useIsAllowed } from '../../edit/useEditing.ts';
import { SavedBar, SavedTitle } from '../../library/SavedBar.tsx';
import { useSaved } from '../../library/useSaved.ts';
import { list } from '../../messages/format.ts';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { Entity } from '../../model/model.ts';
import { shownColumns } from '../../query/columns.ts';
import { type FileQuery, toFile } from '../../query/file.ts';
import { sentenceText } from '../../query/sentence.ts';
import { exportQuery, offeredFormats } from '../../result/export.ts';

import { hrefs } from '../../state/addresses.ts';
import { navigate } from '../../state/route.ts';
import { Button, IconButton, IconLink } from '../../ui/Button.tsx';
import { putOnClipboard } from '../../ui/clipboard.ts';
import { type Command, useCommands } from '../../ui/commands.ts';
import { Menu, MenuItem, MenuLabel, MenuNote } from '../../ui/Menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { CHART, useWorkbench, workbenchAddress } from '../context.ts';
import { Headline } from './Headline.tsx';
import styles from './ResultHeader.module.css';
import { tabs } from './tabs.ts';

function importCommand({ name, label }: Entity): Command {
  return {
    id: `import ${name}`,
    label: late.imports.into(label),
    group: t.palette.thisQuery,
    icon: Upload,
    words: 'upload csv xlsx json file',
    run: () => navigate(hrefs.importInto(name)),
  };
}

export function ResultHeader({
  tab,
  onChange,
}: {
  readonly tab: string;
  /** Opens the rail on screens where it does not fit beside the result. */
  readonly onChange: (() => void) | undefined;
}) {
  const workbench = useWorkbench();
  const { code, saved, doc, model, now, undo, redo } = workbench;
  const kept = useSaved(saved, doc);
  // New rows need a single, ungrouped root.
  const [root, another] = doc.grouped ? [] : doc.entities;
  const rooted = root && !another ? model.entities.get(root.id) : undefined;
  const mayAdd = useIsAllowed(rooted, 'insert');
  const mayImport = useImportModes(rooted).length > 0;
  useCommands(useMemo(() => (rooted && mayImport ? [importCommand(rooted)] : []), [rooted, mayImport]));
  const parts = useSentence({ doc, model, operators: workbench.operators });

  const missing = useMemo(
    () => shownColumns(doc, model).flatMap((column) => (column.kind === 'list' ? [column.label] : [])),
    [doc, model],
  );

  /** What the screen shows: a pivot table, or else the table's rows or groups. */
  async function file(): Promise<FileQuery> {
    if (tab !== CHART) return toFile(doc, model, now);
    const { pivotFile } = await import('../../charts/groups/pivotData.ts');
    return (await pivotFile(doc, model, now, resources.query)) ?? toFile(doc, model, now);
  }

  /**
   * Shares the saved query if it is unedited and not private, so that the link shows its current version; otherwise the
   * query itself.
   */
  function shared(): string {
    const isCommon = kept && !kept.isEdited && kept.saved.visibility !== 'private' && !doc.arguments;
    if (!isCommon) return location.href;
    return new URL(hrefs.saved(kept.saved.slug), location.href).href;
  }

  async function share(): Promise<void> {
    if (await putOnClipboard(shared())) showToast(late.workbench.linkCopied);
    else showToast(late.grid.copyRefused, { tone: 'danger' });
  }

  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <div className={styles.words}>
          <SavedTitle slug={saved} doc={doc} />
          <Headline parts={parts} />
        </div>
        <div className={styles.actions}>
          {onChange && (
            <Button
              variant="main"
              icon={<SlidersHorizontal aria-hidden />}
              className={styles.change}
              onClick={onChange}
            >
              {late.workbench.openRail}
            </Button>
          )}
          <IconButton label={late.workbench.undo} disabled={!undo} onClick={undo}>
            <Undo2 aria-hidden />
          </IconButton>
          <IconButton label={late.workbench.redo} disabled={!redo} onClick={redo}>
            <Redo2 aria-hidden />
          </IconButton>
          <span className={styles.line} />
          {rooted && mayAdd && (
            <IconLink label={late.edit.newOf(rooted.label)} href={hrefs.newRecord(rooted.name)}>
              <Plus aria-hidden />
            </IconLink>
          )}
          {rooted && mayImport && (
            <IconLink label={late.imports.into(rooted.label)} href={hrefs.importInto(rooted.name)}>
              <Upload aria-hidden />
            </IconLink>
          )}
          <IconButton label={late.workbench.share} onClick={() => void share()}>
            <Link aria-hidden />
          </IconButton>
          <Menu
            trigger={
              <Button icon={<Download aria-hidden />} className={styles.export}>
                {late.workbench.export}
              </Button>
            }
          >
            <MenuLabel>{late.workbench.exportAll}</MenuLabel>
            {offeredFormats.map((format: ExportFormat) => (
              <MenuItem key={format} onSelect={() => void exportQuery(doc, model, format, file)}>
                {late.workbench.exportNames[format]}
              </MenuItem>
            ))}
            {missing.length > 0 && <MenuNote>{late.workbench.exportMissing(list(missing))}</MenuNote>}
          </Menu>
          <SavedBar
            slug={saved}
            code={code}
            doc={doc}
            model={model}
            operators={workbench.operators}
            tab={tab === tabs[0].id ? undefined : tab}
            suggestion={sentenceText(parts)}
          />
        </div>
      </div>
      <nav className={styles.tabs} aria-label={late.workbench.views}>
        {tabs.map(({ id, label, icon: Icon }) => (
          <a
            key={id}
            href={workbenchAddress(workbench, code, id === tabs[0].id ? undefined : id)}
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
