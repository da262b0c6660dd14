// The header of a record: what it is, where it came from, and links to its neighbours.

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, Link, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { hrefs, type Origin } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { useCopy } from '../ui/useCopy.ts';
import type { Neighbour } from './neighbours.ts';
import styles from './RecordPage.module.css';
import { neighboursOptions } from './recordQueries.ts';

function Step(props: {
  readonly label: string;
  readonly neighbour: Neighbour | undefined;
  readonly entity: string;
  readonly code: string;
  readonly back?: boolean;
}) {
  const { neighbour, entity, code } = props;
  return (
    <IconButton
      label={props.label}
      variant="plain"
      aria-disabled={!neighbour}
      onClick={() => {
        if (neighbour) navigate(hrefs.record(entity, neighbour.key, { row: neighbour.row, code }));
      }}
    >
      {props.back ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />}
    </IconButton>
  );
}

function Neighbours(props: {
  readonly model: Model;
  readonly entity: Entity;
  readonly recordKey: readonly string[];
  readonly from: Origin;
}) {
  const { model, entity, recordKey, from } = props;
  const { data } = useQuery(neighboursOptions(model, entity.name, recordKey, from));
  // Null: the result has changed and no longer has this record in that row.
  if (data === null) return null;
  return (
    <nav className={styles.neighbours} aria-label={late.record.rowOf(from.row + 1)}>
      <Step
        label={late.record.previous}
        neighbour={data?.previous}
        entity={entity.name}
        code={from.code}
        back
      />
      <span className={styles.row}>{late.record.rowOf(from.row + 1)}</span>
      <Step label={late.record.next} neighbour={data?.next} entity={entity.name} code={from.code} />
    </nav>
  );
}

function CopyLink({ href }: { readonly href: string }) {
  const [state, copy] = useCopy();
  const announcement = { idle: '', done: late.record.linkCopied, failed: late.record.linkNotCopied }[state];
  return (
    <>
      <Button icon={<Link aria-hidden />} onClick={() => copy(new URL(href, document.baseURI).href)}>
        {announcement || late.record.copyLink}
      </Button>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}

export function RecordHeader(props: {
  readonly model: Model;
  readonly entity: Entity;
  readonly recordKey: readonly string[];
  readonly from: Origin | undefined;
  readonly name: string;
  /** The actions on the record. */
  readonly children?: ReactNode;
}) {
  const { entity, recordKey, from, name } = props;
  return (
    <header className={styles.header}>
      <div className={styles.crumbs}>
        {from && (
          <a href={hrefs.query(from.code)}>
            <ArrowLeft aria-hidden />
            {late.record.backToResult}
          </a>
        )}
        <a href={hrefs.entity(entity.name)}>
          <Table2 aria-hidden />
          {entity.label}
        </a>
      </div>
      <div className={styles.title}>
        <h1>{name}</h1>
        <p>
          {late.record.key} <code>{recordKey.join(', ')}</code>
        </p>
      </div>
      <div className={styles.actions}>
        {from && <Neighbours {...props} from={from} />}
        {props.children}
        <CopyLink href={hrefs.record(entity.name, recordKey)} />
      </div>
    </header>
  );
}
