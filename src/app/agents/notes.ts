// Records of assistants' work: their questions and their proposals.
import type { Store } from '../../store/store.ts';
import { Proposals } from './proposals.ts';
import { QuestionLog } from './question-log.ts';

export class AgentNotes {
  readonly questions: QuestionLog;
  readonly proposals: Proposals;

  constructor(store: Store, warn: (error: unknown) => void) {
    this.questions = new QuestionLog(store, warn);
    this.proposals = new Proposals(store);
  }
}
