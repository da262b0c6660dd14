// What whoever reads the numbers of groups has to know: which records these take in more than once.
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import type { Model } from '../model/model.ts';
import { inSeveralGroups, takenForEach } from './determined.ts';
import type { QueryDocument } from './document.ts';

/** `only`: of one measure. */
export function groupNotes(doc: QueryDocument, model: Model, only?: string): readonly string[] {
  const shared = inSeveralGroups(doc, model, only);
  return [
    ...takenForEach(doc, model, only).map(({ what, each }) => t.workbench.takenForEach(what, each)),
    ...(shared.length > 0 ? [t.workbench.inSeveralGroups(list(shared))] : []),
  ];
}
