// A question in plain words for the service's language model, if there is one. The resulting query opens in the
// workbench, to be read and changed like any other.
import { useMutation, useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import type { GridRequest } from '../../src/contract/grid.ts';
import { assistants } from '../api/assistants.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import { fromSaved } from '../query/saved.ts';
import { unknownNames } from '../query/unknownNames.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Copied } from '../ui/Copied.tsx';
import { Failure } from '../ui/States.tsx';
import styles from './Answers.module.css';

/** Undefined if the workbench has no words for a part of it. */
function codeOf(model: Model, unigrid: Readonly<Record<string, unknown>>): string | undefined {
  // The contract has validated it.
  const doc = fromSaved(unigrid as unknown as GridRequest, null);
  return doc && unknownNames(doc, model).length === 0 ? encode(doc) : undefined;
}

export function AskModel({ model, text }: { readonly model: Model; readonly text: string }) {
  const { data: isAvailable = false } = useQuery({
    queryKey: ['language model'],
    queryFn: ({ signal }) => assistants.canInterpret(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: assistants.interpret,
    onSuccess: (found) => {
      const code = found.understood ? codeOf(model, found.unigrid) : undefined;
      if (code !== undefined) navigate(hrefs.query(code));
    },
  });
  if (!isAvailable) return null;
  const question = text.trim();
  const isAnswered = variables === question && !isPending;
  return (
    <>
      <button
        type="button"
        className={styles.answer}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate(question)}
      >
        <MessageSquareText aria-hidden />
        <span>
          {isPending ? late.assistants.asking : late.assistants.ask} <small>{late.assistants.askHint}</small>
        </span>
      </button>
      <span role="status" className="visually-hidden">
        {isPending && late.assistants.asking}
      </span>
      {isAnswered && error && <Failure error={error} />}
      {isAnswered && data && !data.understood && (
        <p role="alert">
          {late.assistants.notUnderstood}: {data.reason}
        </p>
      )}
      {isAnswered && data?.understood && codeOf(model, data.unigrid) === undefined && (
        <>
          <p role="alert">{late.assistants.notShown}</p>
          <Copied text={JSON.stringify(data.unigrid, null, 2)} />
        </>
      )}
    </>
  );
}
