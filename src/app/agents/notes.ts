// Records of assistants' work: their questions and their proposals.
import type { Store } from '../../store/store.ts';
import { AskedLog } from './asked.ts';
import { Proposals } from './proposals.ts';

export class AgentNotes {
  readonly asked: AskedLog;
  readonly proposals: Proposals;

  constructor(store: Store, warn: (error: unknown) => void) {
    this.asked = new AskedLog(store, warn);
    this.proposals = new Proposals(store);
  }
}
