// Finds an entity of the whole schema, even if the map shows only a part.
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { late } from '../messages/late.ts';
import { bestScore } from '../model/matching.ts';
import { type Entity, type Model, sortedEntities } from '../model/model.ts';
import { SearchBox } from '../ui/Field.tsx';
import styles from './MapRoom.module.css';

const MAX_HITS = 8;

function find(model: Model, text: string): readonly Entity[] {
  if (text === '') return [];
  return sortedEntities(model)
    .map((entity) => ({ entity, score: bestScore([entity.label, entity.name], text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_HITS)
    .map(({ entity }) => entity);
}

export function MapSearch({
  model,
  onPick,
}: {
  readonly model: Model;
  readonly onPick: (name: string) => void;
}) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const id = useId();
  const hits = useMemo(() => find(model, wanted), [model, wanted]);
  const pick = (name: string): void => {
    onPick(name);
    setText('');
  };
  return (
    <search className={styles.search}>
      <SearchBox
        label={late.map.search}
        value={text}
        onValue={setText}
        aria-controls={id}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The list may lag behind fast typing, so Enter uses the typed text.
          const [best] = find(model, text.trim());
          if (best) pick(best.name);
        }}
      />
      <div id={id} role="status" className={styles.hits} hidden={wanted === ''}>
        {hits.length === 0 && wanted !== '' && <p>{late.map.noMatch(wanted)}</p>}
        {hits.map((entity) => (
          <button key={entity.name} type="button" onClick={() => pick(entity.name)}>
            {entity.label}
          </button>
        ))}
      </div>
    </search>
  );
}
