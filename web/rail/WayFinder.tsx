// Shows the shortest paths along relations from one entity to another, and adds the chosen one.

import { ArrowRight, Plus, Rows3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { late } from '../messages/late.ts';
import { bestScore } from '../model/matching.ts';
import { type Entity, sortedEntities } from '../model/model.ts';
import { rootLabel } from '../query/columns.ts';
import { rootOf } from '../query/document.ts';
import { type JoinPath, joinPathsBetween } from '../query/joinPaths.ts';
import { Button } from '../ui/Button.tsx';
import { Picker } from '../ui/Picker.tsx';
import { useWorkbench } from '../workbench/context.ts';
import { addNamingField } from './choose.ts';
import styles from './WayFinder.module.css';

const MAX_SHOWN = 100;

export function WayFinder(props: {
  readonly onDone: () => void;
  /** The entity to reach, if it is known. */
  readonly to?: string;
}) {
  const { doc, model, edit } = useWorkbench();
  const [from, setFrom] = useState(doc.entities[0]?.alias ?? '');
  const [to, setTo] = useState(props.to);
  const [search, setSearch] = useState('');
  const start = rootOf(doc, from);
  const targets = useMemo(
    () =>
      sortedEntities(model)
        .map((entity) => ({ entity, score: bestScore([entity.label, entity.name], search) }))
        .filter(({ entity, score }) => score > 0 && entity.name !== start?.id)
        .sort((a, b) => b.score - a.score)
        .slice(0, MAX_SHOWN)
        .map(({ entity }) => entity),
    [model, search, start],
  );
  const ways = start && to ? joinPathsBetween(model, start.id, to) : [];

  function add(way: JoinPath): void {
    edit((before) => addNamingField(before, model, from, way.steps));
    props.onDone();
  }

  return (
    <div className={styles.finder}>
      {doc.entities.length > 1 && (
        <label className={styles.from}>
          {late.rail.wayFrom}
          <select value={from} onChange={(event) => setFrom(event.target.value)}>
            {doc.entities.map(({ alias }) => (
              <option key={alias} value={alias}>
                {rootLabel(doc, model, alias)}
              </option>
            ))}
          </select>
        </label>
      )}
      {props.to === undefined && (
        <Picker
          label={late.rail.wayPick}
          search={search}
          onSearch={setSearch}
          groups={[{ label: undefined, items: targets }]}
          keyOf={(entity: Entity) => entity.name}
          onPick={(entity) => setTo(entity.name)}
          render={(entity) => entity.label}
          empty={late.rail.noEntityFound}
        />
      )}
      {to && (
        <div className={styles.ways} role="status">
          {ways.length === 0 && <p>{late.rail.wayNone}</p>}
          <ul>
            {ways.map((way) => (
              <li key={JSON.stringify(way.steps)}>
                <span className={styles.way}>
                  <strong>{rootLabel(doc, model, from)}</strong>
                  {way.relations.map((relation) => (
                    <span key={`${relation.own.join()} ${relation.entity} ${relation.other.join()}`}>
                      {relation.type === 'one2many' ? (
                        <Rows3 aria-label={late.rail.wayMany} />
                      ) : (
                        <ArrowRight aria-hidden />
                      )}
                      {relation.label}
                    </span>
                  ))}
                </span>
                <Button small icon={<Plus aria-hidden />} onClick={() => add(way)}>
                  {late.rail.wayAdd}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
