// Details and actions of one entity; both the drawing's panel and the list show it.

import { Crosshair, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSize } from '../answers/useSize.ts';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model, Relation } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import { emptyDocument } from '../query/document.ts';
import { addRoot } from '../query/edits.ts';
import { hrefs } from '../state/addresses.ts';

import { Button } from '../ui/Button.tsx';
import type { MapActions } from './actions.ts';
import styles from './EntityPanel.module.css';
import { extensionKindsOf, type QueryExtension } from './extensions.ts';

function ExtensionItem({ way, actions }: { readonly way: QueryExtension; readonly actions: MapActions }) {
  const many = way.relation.type === 'one2many';
  return (
    <li className={styles.way}>
      <span>{late.map.through(way.words.join(' › '))}</span>
      <div className={styles.takings}>
        {extensionKindsOf(way.relation).map((taking, i) => (
          <Button
            key={taking}
            small
            variant={i === 0 ? 'main' : 'plain'}
            title={many ? late.map.takeHint[taking] : undefined}
            onClick={() => actions.extend(way, taking)}
          >
            {many ? late.map.take[taking] : late.map.takeOne}
          </Button>
        ))}
      </div>
    </li>
  );
}

function ExtensionList({ entity, actions }: { readonly entity: Entity; readonly actions: MapActions }) {
  const ways = actions.extensions(entity.name);
  if (!actions.hasQuery) return null;
  return (
    <section className={styles.part}>
      <h3>{late.map.addTo}</h3>
      {ways.length > 0 ? (
        <ul className={styles.ways}>
          {ways.map((way) => (
            <ExtensionItem key={JSON.stringify(way.path)} way={way} actions={actions} />
          ))}
        </ul>
      ) : (
        <p className={styles.hint}>
          {actions.distanceOf(entity.name) === 'in' ? late.map.alreadyIn : late.map.notNear}
        </p>
      )}
    </section>
  );
}

interface NeighboursProps {
  readonly title: string;
  readonly entity: Entity;
  readonly relations: readonly Relation[];
  readonly model: Model;
  readonly actions: MapActions;
}

/** The foreign key of a relation in words, seen from either end. */
function byColumns({ model, entity }: NeighboursProps, relation: Relation): readonly string[] {
  const many2one = relation.type === 'many2one';
  const owner = many2one ? entity : model.entities.get(relation.entity);
  return (many2one ? relation.own : relation.other).map((name) => owner?.column.get(name)?.label ?? name);
}

function Neighbours(props: NeighboursProps) {
  if (props.relations.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{props.title}</h3>
      <ul className={styles.neighbours}>
        {props.relations.map((relation) => (
          <li key={JSON.stringify([relation.own, relation.entity, relation.other])}>
            <button type="button" onClick={() => props.actions.choose(relation.entity)}>
              {props.model.entities.get(relation.entity)?.label ?? relation.entity}
            </button>
            <span>{late.map.by(list(byColumns(props, relation)))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ entity }: { readonly entity: Entity }) {
  const size = useSize(entity);
  const facts = [
    entity.kind === 'view' ? late.map.view : undefined,
    size && (size.isCounted ? t.common.rows(size.rows) : t.common.aboutRows(size.rows)),
    t.common.columns(entity.columns.length),
    entity.key.length > 0
      ? late.map.key(list(entity.key.map((name) => entity.column.get(name)?.label ?? name)))
      : undefined,
  ];
  return <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>;
}

export function EntityPanel(props: {
  readonly entity: Entity;
  readonly model: Model;
  readonly actions: MapActions;
  readonly children?: ReactNode;
}) {
  const { entity, model, actions } = props;
  const of = (type: Relation['type']) => entity.relations.filter((relation) => relation.type === type);
  return (
    <div className={styles.panel}>
      {props.children}
      <Facts entity={entity} />
      {entity.comment && <p className={styles.hint}>{entity.comment}</p>}
      <ExtensionList entity={entity} actions={actions} />
      <div className={styles.takings}>
        {actions.focus && (
          <Button small icon={<Crosshair aria-hidden />} onClick={() => actions.focus?.(entity.name)}>
            {late.map.focusHere}
          </Button>
        )}
        <a className={styles.start} href={hrefs.query(encode(addRoot(emptyDocument, model, entity.name)))}>
          <Play aria-hidden />
          {late.map.startHere}
        </a>
      </div>
      <Neighbours
        title={late.map.pointsTo}
        entity={entity}
        relations={of('many2one')}
        model={model}
        actions={actions}
      />
      <Neighbours
        title={late.map.pointedAtBy}
        entity={entity}
        relations={of('one2many')}
        model={model}
        actions={actions}
      />
    </div>
  );
}
