// What the words on the home page may mean besides names: a query, saved documents, and records.
import { useQuery } from '@tanstack/react-query';
import { BookmarkCheck, FileSearch, LayoutDashboard, ListFilter } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { operatorsQuery } from '../answers/queries.ts';
import { useRecordSearch } from '../answers/recordSearch.ts';
import { useOccurrence } from '../answers/wordSearch.ts';
import { fewQuery } from '../library/keeping.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Entity, Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import { interpretQuestion, namedEntity, wordsOf } from '../query/question/question.ts';
import { sentence } from '../query/sentence.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { useDebounced } from '../ui/useDebounced.ts';
import styles from './Answers.module.css';
import { AskModel } from './AskModel.tsx';

const MAX_SAVED = 3;

interface AnswersProps {
  readonly model: Model;
  readonly text: string;
  /** Whether the person pressed Enter; applied once the meaning is known. */
  readonly isEntered: boolean;
  readonly onOpen: () => void;
  /** The entity whose name matches best. */
  readonly first: Entity | undefined;
  /** Shown if the words mean nothing. */
  readonly fallback: ReactNode;
}

export default function Answers({ model, text, isEntered, onOpen, first, fallback }: AnswersProps) {
  const { data: operators } = useQuery(operatorsQuery);
  const { absent, whole, isKnown } = useOccurrence(model, text);
  const asked = useMemo(
    () =>
      interpretQuestion(
        model,
        text,
        (word) => !absent.includes(word),
        (word) => whole.get(word) ?? [],
      ),
    [model, text, absent, whole],
  );
  const words = useDebounced(text.trim());
  const savedOnes = useQuery(fewQuery('queries', words, MAX_SAVED));
  const boardOnes = useQuery(fewQuery('dashboards', words, MAX_SAVED));
  const { data: saved = [] } = savedOnes;
  const { data: boards = [] } = boardOnes;
  const { records, isKnown: areRecordsKnown } = useRecordSearch(model, text);
  const links = useRef<HTMLElement>(null);
  const areAllKnown = isKnown && areRecordsKnown && !savedOnes.isFetching && !boardOnes.isFetching;
  useEffect(() => {
    if (!isEntered || !(asked ? isKnown && operators : areAllKnown)) return;
    onOpen();
    const named = namedEntity(model, wordsOf(text));
    const whole = named?.remaining.length === 0 ? named.entity : undefined;
    const link = whole ? null : links.current?.querySelector('a');
    const entity = whole ?? first;
    // Ignored words should be read before something else than the question is opened, so the link only gets the focus.
    if (asked && asked.unknown.length > 0) link?.focus();
    else if (link) navigate(link.hash);
    else if (entity) navigate(hrefs.entity(entity.name));
  });
  const askModel = <AskModel model={model} text={text} />;
  if (!asked && saved.length + boards.length + records.length === 0) {
    return (
      <>
        {askModel}
        {fallback}
      </>
    );
  }
  return (
    <section ref={links} aria-label={t.home.answers} className={styles.answers}>
      {askModel}
      {operators &&
        asked?.readings.map((doc, i) => (
          <a key={encode(doc)} className={styles.answer} href={hrefs.query(encode(doc))}>
            <ListFilter aria-hidden />
            <span>
              <small>{i === 0 ? late.question.takenFor : late.question.orFor}</small>
              <Sentence parts={sentence({ doc, model, operators })} />
            </span>
          </a>
        ))}
      {asked && asked.unknown.length > 0 && (
        <p className={styles.unknown}>{late.question.notUnderstood(asked.unknown)}</p>
      )}
      {saved.map(({ slug, title }) => (
        <a key={`saved ${slug}`} className={styles.answer} href={hrefs.saved(slug)}>
          <BookmarkCheck aria-hidden />
          <span>
            {title} <small>{t.home.savedQuery}</small>
          </span>
        </a>
      ))}
      {boards.map(({ slug, title }) => (
        <a key={`dashboard ${slug}`} className={styles.answer} href={hrefs.dashboard(slug)}>
          <LayoutDashboard aria-hidden />
          <span>
            {title} <small>{t.home.dashboard}</small>
          </span>
        </a>
      ))}
      {records.map(({ entity, key, name }) => (
        <a
          key={`${entity.name} ${key.join()}`}
          className={styles.answer}
          href={hrefs.record(entity.name, key)}
        >
          <FileSearch aria-hidden />
          <span>
            {name} <small>{t.home.recordOf(entity.label, key.join(', '))}</small>
          </span>
        </a>
      ))}
    </section>
  );
}
