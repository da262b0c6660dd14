// The policy in the Access room. Edits stay in this tab until they are applied or discarded.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { operatorsQuery, queryClient } from '../answers/queries.ts';
import { type PolicyProblem, type PolicyResource, policies, rights } from '../api/policy.ts';
import type { Tagged } from '../api/saved.ts';
import { buildModel } from '../model/model.ts';
import { createStore } from '../state/store.ts';
import { noteUnsaved } from '../state/unsaved.ts';
import { useStore } from '../ui/useStore.ts';
import type { PolicyContext } from './grantWords.ts';

export const policyQuery = queryOptions({
  queryKey: ['policy', 'current'],
  queryFn: ({ signal }) => policies.get(signal),
  staleTime: 0,
});

/** All entities, regardless of what the admin may read. */
const unrestrictedModelQuery = queryOptions({
  queryKey: ['policy', 'model'],
  queryFn: async ({ signal }) => buildModel(await rights.catalog(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

interface Draft {
  /** The version that was edited; the service refuses to replace any other. */
  readonly from: Tagged<PolicyResource>;
  readonly policy: PolicyDocument;
}

const draft = createStore<Draft | null>(null);

draft.subscribe(() => noteUnsaved('policy', draft.get() === null ? null : discardDraft));

export function discardDraft(): void {
  draft.set(null);
}

/** Called when the service has accepted the policy. */
export function onPolicyApplied(next: Tagged<PolicyResource>): void {
  draft.set(null);
  queryClient.setQueryData(policyQuery.queryKey, next);
  void queryClient.invalidateQueries({ queryKey: ['policy', 'versions'] });
  // The admin's own rights may have changed.
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'policy' });
}

export interface PolicyRoom extends PolicyContext {
  /** As stored in the service. */
  readonly base: Tagged<PolicyResource>;
  /** With the pending edits. */
  readonly policy: PolicyDocument;
  readonly isEdited: boolean;
  /** It is stored in a file, and can only be changed there. */
  readonly isReadOnly: boolean;
  readonly edit: (change: (policy: PolicyDocument) => PolicyDocument) => void;
}

export function usePolicyRoom(): {
  readonly room: PolicyRoom | undefined;
  readonly error: unknown;
  readonly retry: () => void;
} {
  const current = useQuery(policyQuery);
  const model = useQuery(unrestrictedModelQuery);
  const operators = useQuery(operatorsQuery);
  const edited = useStore(draft);
  const room = useMemo((): PolicyRoom | undefined => {
    const base = edited?.from ?? current.data;
    if (!base || !model.data || !operators.data) return undefined;
    const policy = edited?.policy ?? base.value.policy;
    return {
      base,
      policy,
      model: model.data,
      operators: operators.data,
      isEdited: edited !== null,
      isReadOnly: base.value.source === 'file',
      edit: (change) => draft.set({ from: base, policy: change(draft.get()?.policy ?? policy) }),
    };
  }, [current.data, model.data, operators.data, edited]);
  const failed = [current, model, operators].find(({ error, data }) => error && !data);
  return { room, error: failed?.error, retry: () => void failed?.refetch() };
}

/** The problems of the edited policy, checked when typing pauses. */
export function useProblems({ policy, isEdited }: PolicyRoom): readonly PolicyProblem[] {
  const { data } = useQuery({
    queryKey: ['policy', 'check', policy],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      signal.throwIfAborted();
      return policies.check(policy, signal);
    },
    enabled: isEdited,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  return isEdited ? (data ?? []) : [];
}

/** The decoded steps of a JSON Pointer. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
