// The pages about assistants, loaded as one chunk: connecting one, what it asked, what it proposes.
import type { Model } from '../model/model.ts';
import type { AssistantsPart } from '../state/addresses.ts';
import { AskedQuestion } from './AskedQuestion.tsx';
import { ConnectPage } from './ConnectPage.tsx';
import { ProposedChanges } from './ProposedChanges.tsx';

export default function AssistantsRoom(props: {
  readonly model: Model;
  readonly part: AssistantsPart;
  readonly id: string;
}) {
  const { model, part, id } = props;
  switch (part) {
    case 'assistants':
      return <ConnectPage />;
    case 'asked':
      return <AskedQuestion model={model} id={id} />;
    case 'proposed':
      return <ProposedChanges model={model} id={id} />;
  }
}
