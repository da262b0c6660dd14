// Chooses the user for an admin's view of another user.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { rights } from '../api/policy.ts';
import { resources } from '../api/resources.ts';
import { beginView } from '../api/viewAs.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { Failure } from '../ui/States.tsx';
import styles from './TokensPage.module.css';

function ViewAsForm({ onClose }: { readonly onClose: () => void }) {
  const [user, setUser] = useState('');
  const [role, setRole] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const id = useId();
  const { data } = useQuery({ queryKey: ['policy', 'users'], queryFn: ({ signal }) => rights.users(signal) });
  // Only users who can log in can be viewed.
  const known = data?.users.filter((one) => one.known) ?? [];
  const roles = [...new Set(known.flatMap((one) => one.roles))].sort();
  const offered = known.filter((one) => role === '' || one.roles.includes(role));

  async function begin(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailure(undefined);
    try {
      // Uses the service's spelling of the name; an unknown user is reported before the page changes.
      const { name } = await resources.meAs(user.trim());
      beginView(name ?? user.trim());
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <form className={styles.dialog} onSubmit={(event) => void begin(event)}>
      <p>{late.tokens.viewHint}</p>
      {roles.length > 0 && (
        <Select
          label={late.tokens.ofRole}
          value={role}
          options={[
            { value: '', label: late.tokens.anyRole },
            ...roles.map((one) => ({ value: one, label: one })),
          ]}
          onValue={(next) => {
            setRole(next);
            const [first] = known.filter((one) => one.roles.includes(next));
            if (first) setUser(first.name);
          }}
        />
      )}
      <Field
        label={late.tokens.user}
        list={id}
        value={user}
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setUser(event.target.value)}
      />
      <datalist id={id}>
        {offered.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {failure !== undefined && <Failure error={failure} />}
      <div className={styles.buttons}>
        <Button variant="main" type="submit">
          {late.tokens.begin}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}

export default function ViewAsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open title={t.account.viewTitle} onClose={onClose}>
      <ViewAsForm onClose={onClose} />
    </Dialog>
  );
}
