// Opens the rows behind a group or one of its numbers, or says why they cannot be shown.
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import type { ResultColumn } from '../query/columns.ts';
import type { QueryDocument } from '../query/document.ts';
import { hasLookalikes, type Narrowing } from '../query/groups/narrowing.ts';
import { rowsBehind } from '../query/groups/rowsBehind.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { showToast } from '../ui/toast.ts';

export function showRowsBehind(
  doc: QueryDocument,
  model: Model,
  narrowing: Narrowing | undefined,
  measured: ResultColumn | undefined,
): void {
  if (narrowing && hasLookalikes(doc, model, narrowing)) {
    showToast(late.workbench.lookalikes);
    return;
  }
  const rows = rowsBehind(doc, model, narrowing, measured);
  if (rows) navigate(hrefs.query(encode(rows)));
  else showToast(late.workbench.indistinct);
}
