// Repairs a saved query whose entities or columns no longer exist: one click per name.
import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import type { MissingName } from '../../src/contract/saved.ts';
import { ApiError } from '../api/errors.ts';
import type { WhyQuestion } from '../api/policy.ts';
import { probeRows, type SavedQuery } from '../api/saved.ts';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import { placeOfName, repair } from '../query/repair.ts';
import { fromSaved } from '../query/saved.ts';
import { unknownNames } from '../query/unknownNames.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/Field.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { showToast } from '../ui/toast.ts';
import WhyNot from '../why/WhyNot.tsx';
import styles from './RepairPage.module.css';

interface RepairProps {
  readonly model: Model;
  readonly saved: SavedQuery;
}

/** The missing names in the query, for which the service suggests similar ones. */
function useMissing(saved: SavedQuery) {
  return useQuery({
    queryKey: ['queries', 'missing', saved.slug, saved.version],
    queryFn: async ({ signal }): Promise<readonly MissingName[]> => {
      try {
        await probeRows(saved.slug, new URLSearchParams({ limit: '1' }), signal);
        return [];
      } catch (error) {
        if (error instanceof ApiError && error.missing.length > 0) return error.missing;
        throw error;
      }
    },
    staleTime: 0,
  });
}

export function RepairPage({ model, saved }: RepairProps) {
  const { data: missing, error, refetch } = useMissing(saved);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!missing) return <Loading lines={6} />;
  return <RepairForm model={model} saved={saved} missing={missing} />;
}

function RepairForm({ model, saved, missing }: RepairProps & { readonly missing: readonly MissingName[] }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const isWhole = missing.every(({ pointer }) => (chosen[pointer] ?? '') !== '');

  /** All possible names, in case the new name is nothing like the old one. */
  function namesFor(pointer: string): readonly string[] {
    const { entity } = placeOfName(saved.unigrid, pointer);
    if (entity === undefined) return [...model.entities.keys()];
    return model.entities.get(entity)?.columns.map(({ name }) => name) ?? [];
  }

  function lostName(pointer: string, name: string): WhyQuestion {
    const { entity } = placeOfName(saved.unigrid, pointer);
    return entity === undefined ? { entity: name } : { entity, column: name };
  }

  function open(): void {
    const replacements = Object.entries(chosen).map(([pointer, by]) => ({ pointer, by }));
    const doc = fromSaved(repair(saved.unigrid, replacements), saved.view);
    const lost = doc ? unknownNames(doc, model) : [];
    if (!doc || lost.length > 0) showToast(late.workbench.unknownNames(list(lost)), { tone: 'danger' });
    else navigate(hrefs.saved(saved.slug, encode(doc)));
  }
  return (
    <div className={styles.page}>
      <header>
        <Wrench aria-hidden />
        <h1>{saved.title}</h1>
        <p>
          <strong>{t.library.broken}</strong> {t.library.brokenHint}
        </p>
      </header>
      {missing.map(({ pointer, name, nearest }) => (
        <fieldset key={pointer} className={styles.name}>
          <legend>{t.library.brokenName(name)}</legend>
          <div className={styles.choices}>
            {nearest.map((one) => (
              <Button
                key={one}
                aria-pressed={chosen[pointer] === one}
                variant={chosen[pointer] === one ? 'main' : 'plain'}
                onClick={() => setChosen({ ...chosen, [pointer]: one })}
              >
                {one}
              </Button>
            ))}
            <Input
              className={styles.other}
              aria-label={`${t.library.brokenOther}: ${name}`}
              placeholder={t.library.brokenOther}
              list={`names ${pointer}`}
              value={nearest.includes(chosen[pointer] ?? '') ? '' : (chosen[pointer] ?? '')}
              onChange={(event) => setChosen({ ...chosen, [pointer]: event.target.value })}
            />
            <datalist id={`names ${pointer}`}>
              {namesFor(pointer).map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </div>
          <WhyNot question={lostName(pointer, name)} />
        </fieldset>
      ))}
      <div className={styles.choices}>
        <Button variant="main" disabled={!isWhole} onClick={open}>
          {t.library.brokenOpen}
        </Button>
        <a href={hrefs.library()}>{t.library.title}</a>
      </div>
    </div>
  );
}
