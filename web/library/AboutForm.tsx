// The form for a saved query or dashboard: title, description and sharing.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Visibility } from '../api/saved.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Failure } from '../ui/States.tsx';
import { Switch } from '../ui/Switch.tsx';
import styles from './AboutForm.module.css';
import { type About, meQuery } from './keeping.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 4000;

type Audience = keyof typeof t.library.visibilityChoice;

function audienceOf(visibility: Visibility): Audience {
  return typeof visibility === 'string' ? visibility : 'roles';
}

/** Private, everyone, or certain roles. People can choose only their own roles. */
function Sharing(props: { readonly value: Visibility; readonly onValue: (value: Visibility) => void }) {
  const { data: me } = useQuery(meQuery);
  const name = useId();
  const chosen = typeof props.value === 'string' ? [] : props.value.roles;
  const roles = [...new Set([...(me?.roles ?? []), ...chosen])];
  const audience = audienceOf(props.value);
  const choices: readonly Audience[] =
    roles.length > 0 ? ['private', 'everyone', 'roles'] : ['private', 'everyone'];
  // Without users there is nothing to restrict.
  if (me?.name === null) return null;
  return (
    <fieldset className={styles.sharing}>
      <legend>{t.library.visibilityName}</legend>
      {choices.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={name}
            checked={audience === one}
            onChange={() => props.onValue(one === 'roles' ? { roles: roles.slice(0, 1) } : one)}
          />
          <span>
            {t.library.visibilityChoice[one]}
            <small>{t.library.visibilityHint[one]}</small>
          </span>
        </label>
      ))}
      {audience === 'roles' && (
        <div className={styles.roles}>
          {roles.map((role) => (
            <label key={role}>
              <input
                type="checkbox"
                checked={chosen.includes(role)}
                // At least one role must remain.
                disabled={chosen.length === 1 && chosen.includes(role)}
                onChange={(event) =>
                  props.onValue({
                    roles: event.target.checked ? [...chosen, role] : chosen.filter((one) => one !== role),
                  })
                }
              />
              {role}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface AboutProps {
  readonly start: About;
  readonly submit: string;
  readonly onSubmit: (about: About) => Promise<void>;
  readonly onClose: () => void;
  readonly note?: ReactNode;
}

function AboutForm({ start, submit, onSubmit, onClose, note }: AboutProps) {
  const [about, setAbout] = useState(start);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const id = useId();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await onSubmit({ ...about, title: about.title.trim() });
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      {note && <p className={styles.note}>{note}</p>}
      <Field
        label={t.library.name}
        value={about.title}
        maxLength={MAX_TITLE_LENGTH}
        required
        autoFocus
        pattern=".*\S.*"
        onFocus={(event) => event.target.select()}
        onChange={(event) => setAbout({ ...about, title: event.target.value })}
      />
      <div className={styles.description}>
        <label htmlFor={id}>{t.library.description}</label>
        <textarea
          id={id}
          rows={2}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={about.description}
          onChange={(event) => setAbout({ ...about, description: event.target.value })}
        />
      </div>
      <Sharing value={about.visibility} onValue={(visibility) => setAbout({ ...about, visibility })} />
      {about.tool !== undefined && (
        <Switch
          label={late.assistants.offer}
          hint={late.assistants.offerHint}
          on={about.tool}
          onChange={(tool) => setAbout({ ...about, tool })}
        />
      )}
      {failure !== undefined && <Failure error={failure} />}
      <div className={styles.buttons}>
        <Button variant="main" type="submit" disabled={busy}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}

export function AboutDialog({
  title,
  open,
  ...rest
}: AboutProps & { readonly title: string; readonly open: boolean }) {
  return (
    <Dialog open={open} title={title} onClose={rest.onClose}>
      <AboutForm {...rest} />
    </Dialog>
  );
}
