// Edits a computed field: its name, its formula, completions, and a live preview of the result.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { functionsQuery } from '../answers/queries.ts';
import { ApiError } from '../api/errors.ts';
import { resources } from '../api/resources.ts';
import { late } from '../messages/late.ts';
import { bestScore } from '../model/matching.ts';
import { fieldLabel, resultColumns } from '../query/columns.ts';
import {
  asGroupFormula,
  deleteComputed,
  fieldFinder,
  formulaNames,
  previewOf,
  setComputed,
  usesGroups,
} from '../query/formula/computed.ts';
import { type AllowedWords, type Parsed, parseFormula } from '../query/formula/formula.ts';
import { formulaOf } from '../query/formula/formulaText.ts';
import { callAt } from '../query/formula/formulaTokens.ts';
import { attributesOf } from '../query/paths.ts';
import { toUniGrid } from '../query/request.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { describeFailure } from '../ui/failures.ts';
import { displayValue } from '../values/show.ts';
import { useWorkbench } from '../workbench/context.ts';
import styles from './FormulaEditor.module.css';

const VALUES_SHOWN = 5;
const MAX_OFFERS = 8;

interface Offer {
  readonly label: string;
  readonly hint: string | undefined;
  readonly insert: string;
}

/** The word being typed, and its start. */
function wordBefore(text: string, caret: number): { readonly word: string; readonly from: number } {
  const found = /\[[^\]]*$|[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.slice(0, caret));
  return found ? { word: found[0].replace('[', ''), from: found.index } : { word: '', from: caret };
}

/** The words for an argument of a function: units of time, and types. */
function useWordsAt(): AllowedWords {
  const { data: functions } = useQuery(functionsQuery);
  return useCallback(
    (fn, place) => functions?.find(({ name }) => name === fn)?.args[place]?.allowed,
    [functions],
  );
}

/** Completions for `word`; `before` is the text in front of it. */
function useOffers(word: string, before: string, labels: Iterable<string>): readonly Offer[] {
  const { data: functions } = useQuery(functionsQuery);
  const wordsAt = useWordsAt();
  return useMemo(() => {
    const call = callAt(before);
    const words = call && wordsAt(call.fn, call.place);
    if (words) {
      const fitting = words.filter((one) => one.startsWith(word.toLowerCase()));
      return fitting.map((one): Offer => ({ label: one, hint: undefined, insert: one }));
    }
    const fields = [...labels].map((label): Offer => ({ label, hint: undefined, insert: `[${label}]` }));
    const calls = (functions ?? []).map(
      ({ name, phrase, args }): Offer => ({
        label: `${name}(${args.map((one) => one.name).join(', ')})`,
        hint: phrase,
        insert: `${name}(`,
      }),
    );
    const choice: Offer = {
      label: late.formula.choose,
      hint: late.formula.chooseHint,
      insert: late.formula.chooseExample(fields[0]?.label ?? ''),
    };
    return [...fields, choice, ...calls]
      .map((offer) => ({ offer, score: bestScore([offer.label], word) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_OFFERS)
      .map(({ offer }) => offer);
  }, [labels, functions, wordsAt, word, before]);
}

/** The first values of the formula, if it can be parsed. */
function useFirstValues(parsed: Parsed, root: string) {
  const { doc, model, now } = useWorkbench();
  const query = useMemo(
    () =>
      'expr' in parsed ? toUniGrid(previewOf(doc, model, root, parsed.expr, parsed.asides), now) : undefined,
    [parsed, doc, model, root, now],
  );
  return useQuery({
    queryKey: ['formula', query],
    queryFn: ({ signal }) =>
      query
        ? resources.query(query, { offset: 0, limit: VALUES_SHOWN, count: 'none' }, signal)
        : Promise.reject(new Error('There is no formula.')),
    enabled: query !== undefined,
    retry: false,
  });
}

function Preview(props: {
  readonly parsed: Parsed;
  readonly first: ReturnType<typeof useFirstValues>;
  readonly onInstead: (formula: string) => void;
}) {
  const { parsed, first, onInstead } = props;
  const { data, error } = first;
  if ('mistake' in parsed) {
    const { kind, text, instead } = parsed.mistake;
    return (
      <p className={styles.mistake}>
        {late.formula.mistakes[kind](text)}{' '}
        {instead && (
          <button type="button" onClick={() => onInstead(instead)}>
            {late.formula.instead(instead)}
          </button>
        )}
      </p>
    );
  }
  if (error) return <p className={styles.mistake}>{describeFailure(error).detail}</p>;
  const place = data?.cols.indexOf('preview') ?? -1;
  const values = data?.data.map((row) => row[place] ?? null) ?? [];
  return (
    <p className={styles.preview} role="status">
      {late.formula.firstValues}{' '}
      <code>{values.map((value) => displayValue(value, undefined).text).join(' · ')}</code>
    </p>
  );
}

export function FormulaEditor(props: {
  readonly root: string;
  /** The computed field that is being edited. */
  readonly edited?: string | undefined;
  readonly onDone: () => void;
}) {
  const { root, edited, onDone } = props;
  const { doc, model, edit } = useWorkbench();
  const labels = useMemo(() => formulaNames(doc, model), [doc, model]);
  const fieldOf = useMemo(() => fieldFinder(labels), [labels]);
  const [name, setName] = useState(edited ?? '');
  const [text, setText] = useState(() => {
    const visits = attributesOf(doc, model);
    const { expr: ofRows, perGroup } =
      visits.find(({ attribute }) => attribute.alias === edited)?.attribute ?? {};
    const expr = ofRows ?? perGroup;
    const labelOf = (alias: string) => {
      if (perGroup) return resultColumns(doc, model).find(({ id }) => id === alias)?.label ?? alias;
      const path = visits.find(({ attribute }) => attribute.alias === alias)?.path;
      return path ? fieldLabel(doc, model, path) : alias;
    };
    const asideOf = (alias: string) =>
      visits.find(({ attribute }) => attribute.alias === alias)?.attribute.expr;
    return (expr && formulaOf(expr, labelOf, asideOf)) ?? '';
  });
  const [caret, setCaret] = useState(text.length);
  const box = useRef<HTMLTextAreaElement>(null);
  const { word, from } = wordBefore(text, caret);
  const offers = useOffers(word, text.slice(0, from), labels);
  const wordsAt = useWordsAt();
  const rested = useDeferredValue(text);
  const parsed = useMemo((): Parsed => {
    const read = parseFormula(rested, { aliasOf: fieldOf, wordsAt, labels });
    if ('expr' in read && usesGroups(doc, model, read.asides))
      return { mistake: { at: 0, kind: 'in-condition', text: '' } };
    const rowFieldLabel = 'expr' in read ? asGroupFormula(doc, model, read.expr)?.rowFieldLabel : undefined;
    return rowFieldLabel === undefined ? read : { mistake: { at: 0, kind: 'of-rows', text: rowFieldLabel } };
  }, [rested, labels, fieldOf, wordsAt, doc, model]);
  const first = useFirstValues(parsed, root);
  // An invalid formula would fail the whole query with the same message.
  const isRefused = first.error instanceof ApiError && first.error.status === 400;
  const isValid = 'expr' in parsed && !isRefused;
  const isReady = name.trim() !== '' && isValid;

  function write(next: string, place = next.length): void {
    setText(next);
    setCaret(place);
    box.current?.focus();
  }
  function insertOffer({ insert }: Offer): void {
    write(text.slice(0, from) + insert + text.slice(caret), from + insert.length);
  }
  function apply(event: FormEvent): void {
    event.preventDefault();
    if (!('expr' in parsed) || !isReady) return;
    edit((before) =>
      setComputed(before, model, root, {
        name: name.trim(),
        expr: parsed.expr,
        asides: parsed.asides,
        replaces: edited,
      }),
    );
    onDone();
  }

  return (
    <form className={styles.form} onSubmit={apply}>
      <Field
        label={late.formula.name}
        value={name}
        autoFocus={edited === undefined}
        disabled={edited !== undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <label className={styles.label}>
        {late.formula.formula}
        <textarea
          ref={box}
          className={styles.formula}
          rows={2}
          spellCheck={false}
          placeholder={late.formula.example}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setCaret(event.target.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        />
      </label>
      <ul className={styles.offers} aria-label={late.formula.offers}>
        {offers.map((offer) => (
          <li key={offer.label}>
            <button type="button" title={offer.hint} onClick={() => insertOffer(offer)}>
              {offer.label}
            </button>
          </li>
        ))}
      </ul>
      {rested.trim() !== '' && <Preview parsed={parsed} first={first} onInstead={write} />}
      {isValid && !isReady && <p className={styles.preview}>{late.formula.nameless}</p>}
      <div className={styles.buttons}>
        <Button variant="main" type="submit" disabled={!isReady}>
          {late.rail.apply}
        </Button>
        {edited !== undefined && (
          <Button
            variant="quiet"
            onClick={() => {
              edit((before) => deleteComputed(before, edited));
              onDone();
            }}
          >
            {late.formula.delete}
          </Button>
        )}
      </div>
    </form>
  );
}
