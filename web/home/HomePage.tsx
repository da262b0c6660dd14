// The first room: what is in this database, and where to begin.
import { SearchX, TableProperties } from 'lucide-react';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { currentUser } from '../api/session.ts';
import { RememberedQueries } from '../library/RememberedQueries.tsx';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { bestScore } from '../model/matching.ts';
import { type Entity, type Model, sortedEntities } from '../model/model.ts';
import { partNames, partsOf } from '../model/parts.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { SearchBox } from '../ui/Field.tsx';
import { openPanel } from '../ui/focusIfLost.ts';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Empty } from '../ui/States.tsx';
import { useSingleKey } from '../ui/singleKeys.ts';
import { useTitle } from '../ui/useTitle.ts';
import { EntityCard } from './EntityCard.tsx';
import { HomeMap } from './HomeMap.tsx';
import styles from './HomePage.module.css';

const Answers = lazyRoom(() => import('./Answers.tsx'));
const Notes = lazyRoom(() => import('./Notes.tsx'));

/** Loads lazily, without delaying the names. */
function LazySection({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary resetKey="">
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}

/** A page of cards: more take seconds to render on a slow machine, and nobody reads them all. */
const INITIAL_CARDS = 60;

function partsNote(parts: readonly string[] | undefined): string | undefined {
  return parts && t.home.parts(parts.length, parts[0] ?? '');
}

interface Hit {
  readonly entity: Entity;
  readonly score: number;
  /** The matching fields, if the entity's own name does not match. */
  readonly fields: readonly string[];
}

function find(entities: readonly Entity[], search: string): readonly Hit[] {
  const hits = entities.map((entity): Hit => {
    const own = bestScore([entity.label, entity.name], search);
    if (own > 0) return { entity, score: own + 10, fields: [] };
    const fields = entity.columns.filter((column) => bestScore([column.label, column.name], search) > 1);
    return { entity, score: fields.length > 0 ? 1 : 0, fields: fields.slice(0, 3).map(({ label }) => label) };
  });
  // Sorting is stable: equal scores stay in order of name.
  return hits.filter((hit) => hit.score > 0).sort((a, b) => b.score - a.score);
}

export function HomePage({ model }: { readonly model: Model }) {
  const [search, setSearch] = useState('');
  const [entered, setEntered] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  useSingleKey('/', () => box.current?.focus());
  // Does not take the focus from a menu that was opened meanwhile.
  useEffect(() => {
    if (openPanel() === null) box.current?.focus();
  }, []);
  useTitle(undefined);
  const entities = useMemo(() => sortedEntities(model), [model]);
  const wanted = useDeferredValue(search);
  const parts = partsOf(model);
  const hits = useMemo(() => {
    const folded = wanted.trim() === '' ? partNames(model) : new Set();
    return find(
      entities.filter(({ name }) => !folded.has(name)),
      wanted,
    );
  }, [model, entities, wanted]);
  const [all, setAll] = useState(false);
  const cards = useRef<HTMLUListElement>(null);
  const shown = all ? hits : hits.slice(0, INITIAL_CARDS);
  function showAll(): void {
    flushSync(() => setAll(true));
    // The button disappears, so keyboard users continue at the first of the new cards.
    cards.current?.children[shown.length]?.querySelector('a')?.focus();
  }
  const named = (
    <section aria-labelledby="entities">
      <h2 id="entities" className={styles.heading}>
        {t.home.entities}
        <span role="status">{t.home.entityCount(hits.length, entities.length)}</span>
      </h2>
      {hits.length > 0 ? (
        <>
          <ul ref={cards} className={styles.cards}>
            {shown.map(({ entity, fields }) => (
              <EntityCard
                key={entity.name}
                entity={entity}
                note={fields.length > 0 ? t.home.matches(list(fields)) : partsNote(parts.get(entity.name))}
              />
            ))}
          </ul>
          {shown.length < hits.length && (
            <Button className={styles.more} onClick={showAll}>
              {t.home.showAll(hits.length)}
            </Button>
          )}
        </>
      ) : entities.length === 0 ? (
        <Empty icon={<TableProperties aria-hidden />} title={t.home.empty}>
          {currentUser() === '' ? t.home.emptyHint : t.home.emptyForUser}
        </Empty>
      ) : (
        <Empty
          icon={<SearchX aria-hidden />}
          title={t.home.noMatch(search)}
          actions={<Button onClick={() => setSearch('')}>{t.home.clearSearch}</Button>}
        >
          {t.home.noMatchHint}
        </Empty>
      )}
    </section>
  );
  return (
    <div className={styles.page}>
      <header className={styles.hero}>
        <h1>{t.home.title}</h1>
        <SearchBox
          ref={box}
          large
          label={t.home.search}
          value={search}
          onValue={setSearch}
          onKeyDown={({ key, nativeEvent }) =>
            setEntered(key === 'Enter' && !nativeEvent.isComposing ? search : null)
          }
        />
      </header>
      {model.warnings.length > 0 && (
        <LazySection>
          <Notes warnings={model.warnings} />
        </LazySection>
      )}
      {wanted.trim() === '' ? (
        <RememberedQueries />
      ) : (
        <LazySection>
          <Answers
            model={model}
            text={wanted}
            isEntered={entered === wanted}
            onOpen={() => setEntered(null)}
            first={hits[0]?.entity}
            fallback={hits.length === 0 && named}
          />
        </LazySection>
      )}
      {(hits.length > 0 || wanted.trim() === '') && named}
      {wanted.trim() === '' && entities.length > 0 && <HomeMap model={model} />}
    </div>
  );
}
