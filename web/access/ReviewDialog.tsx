// What an edited policy changes for people, in sentences, before it is applied.
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { type PolicyProblem, policies } from '../api/policy.ts';
import { isConflict } from '../library/keeping.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { Failure } from '../ui/States.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './AccessPage.module.css';
import { policyChanges, type Sentence as Told } from './grantWords.ts';
import { onPolicyApplied, type PolicyRoom } from './policyData.ts';

const MAX_NOTE_LENGTH = 200;

export function Changes({ changes }: { readonly changes: readonly Told[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map((parts, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={place}>
          <Sentence parts={parts} />
        </li>
      ))}
    </ul>
  );
}

function Review(props: {
  readonly room: PolicyRoom;
  readonly problems: readonly PolicyProblem[];
  readonly onClose: () => void;
}) {
  const { room, problems } = props;
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const changes = policyChanges(room, room.base.value.policy, room.policy);
  // If the policy is applied before the check has answered, the refusal reports the problem instead.
  const refusal = failure instanceof ApiError && failure.pointer !== undefined ? failure.message : null;
  const wrong = problems.length > 0 || refusal === null ? problems.map(({ detail }) => detail) : [refusal];

  async function apply(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      onPolicyApplied(await policies.put(room.policy, note.trim(), room.base.tag));
      showToast(late.access.applied);
      props.onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void apply(event)}>
      {changes.length > 0 ? <Changes changes={changes} /> : <p>{late.access.sameAgain}</p>}
      <Field
        label={late.access.note}
        value={note}
        maxLength={MAX_NOTE_LENGTH}
        onChange={(event) => setNote(event.target.value)}
      />
      {wrong.length > 0 && (
        <p role="alert" className={styles.wrong}>
          {late.access.wrong(wrong.length)} {wrong.join(' ')}
        </p>
      )}
      {failure !== undefined &&
        refusal === null &&
        (isConflict(failure) ? (
          <p role="alert" className={styles.wrong}>
            {late.access.changedMeanwhile}
          </p>
        ) : (
          <Failure error={failure} />
        ))}
      <div className={styles.buttons}>
        <Button variant="main" type="submit" disabled={busy || problems.length > 0}>
          {late.access.apply}
        </Button>
        <Button variant="quiet" onClick={props.onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}

export function ReviewDialog(props: {
  readonly room: PolicyRoom;
  readonly problems: readonly PolicyProblem[];
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog open={props.open} title={late.access.reviewTitle} size="large" onClose={props.onClose}>
      <Review room={props.room} problems={props.problems} onClose={props.onClose} />
    </Dialog>
  );
}
