// The records that reference this one: per relation, their number and the first few.

import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { count, list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model, Relation } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import { hrefs } from '../state/addresses.ts';

import { Button } from '../ui/Button.tsx';
import { Failure, Skeleton } from '../ui/States.tsx';
import { useInView } from '../ui/useInView.ts';
import type { RecordCells } from '../values/records.ts';
import styles from './PointedAtBy.module.css';
import { RelatedRows } from './RelatedRows.tsx';
import { referrersOptions } from './recordQueries.ts';
import { identifyingColumns, referrersDocument, referrersOf } from './relatives.ts';

interface Subject {
  readonly model: Model;
  readonly entity: Entity;
  readonly recordKey: readonly string[];
  readonly record: RecordCells;
}

function Content({ subject, relation }: { readonly subject: Subject; readonly relation: Relation }) {
  const { model, entity, recordKey, record } = subject;
  const { data, error, refetch } = useQuery(referrersOptions(model, entity, recordKey, relation, record));
  const other = model.entities.get(relation.entity);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || !other)
    return (
      <div className={styles.loading}>
        <Skeleton />
      </div>
    );
  if (data.total === 0) return <p className={styles.none}>{late.record.noneOf(other.label)}</p>;
  const more = data.total - data.answer.data.length;
  return (
    <>
      <RelatedRows
        label={relation.label}
        entity={other}
        columns={identifyingColumns(other, relation.other)}
        answer={data.answer}
        extras={data.extras}
      />
      {more > 0 && (
        <a className={styles.more} href={hrefs.query(encode(data.doc))}>
          {t.common.more(more)}
        </a>
      )}
    </>
  );
}

/** The heading's count comes with the rows in a single request. */
function Total({ subject, relation }: { readonly subject: Subject; readonly relation: Relation }) {
  const { model, entity, recordKey, record } = subject;
  const { data } = useQuery({
    ...referrersOptions(model, entity, recordKey, relation, record),
    enabled: false,
  });
  if (!data) return null;
  return <span className={styles.count}>{count(data.total)}</span>;
}

function Section(props: { readonly subject: Subject; readonly relation: Relation; readonly eager: boolean }) {
  const { subject, relation } = props;
  const [element, seen] = useInView<HTMLElement>();
  const [asked, setAsked] = useState(false);
  const live = asked || (props.eager && seen);
  const doc = referrersDocument(subject.model, relation, subject.record);
  const entity = subject.model.entities.get(relation.entity);
  return (
    <section ref={element} className={styles.section} aria-label={relation.label}>
      <header className={styles.header}>
        <h3>{relation.label}</h3>
        {live && <Total subject={subject} relation={relation} />}
        <span className={styles.way}>
          {late.record.through(list(relation.other.map((name) => entity?.column.get(name)?.label ?? name)))}
        </span>
        {!live && (
          <Button small aria-label={late.record.openRelation(relation.label)} onClick={() => setAsked(true)}>
            {late.record.show}
          </Button>
        )}
        {doc && (
          <a
            className={styles.open}
            href={hrefs.query(encode(doc))}
            aria-label={late.record.openAll(entity?.label ?? relation.label)}
          >
            {late.record.openAsQuery}
            <ArrowRight aria-hidden />
          </a>
        )}
      </header>
      {live && <Content subject={subject} relation={relation} />}
    </section>
  );
}

/** For a hub with hundreds of relations, the first ones are fetched automatically, the others on demand. */
const EAGER_SECTIONS = 12;

export function PointedAtBy(subject: Subject) {
  return (
    <div className={styles.sections}>
      {referrersOf(subject.entity).map((relation, i) => (
        <Section
          key={`${relation.entity} ${relation.other.join()} ${relation.own.join()}`}
          subject={subject}
          relation={relation}
          eager={i < EAGER_SECTIONS}
        />
      ))}
    </div>
  );
}
