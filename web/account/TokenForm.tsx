// The form for a new token: its name, its expiry, and which of its owner's rights it has.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type NewToken, tokens } from '../api/tokens.ts';
import { meQuery } from '../library/keeping.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { type Option, Select } from '../ui/Select.tsx';
import { Failure } from '../ui/States.tsx';
import { Switch } from '../ui/Switch.tsx';
import styles from './TokensPage.module.css';

const MAX_NAME_LENGTH = 200;
const DAY = 86_400_000;
const CUSTOM = 'own';
const lifetimes = ['1', '30', '90', '365', CUSTOM] as const;
type Lifetime = (typeof lifetimes)[number];

const endOptions: readonly Option<Lifetime>[] = lifetimes.map((value) => ({
  value,
  label: value === CUSTOM ? late.tokens.ownDate : late.tokens.lifetimes(Number(value)),
}));

/** The chosen day is included. */
function expiryOf(lifetime: Lifetime, day: string): string {
  const end = lifetime === CUSTOM ? Date.parse(`${day}T23:59:59`) : Date.now() + Number(lifetime) * DAY;
  return new Date(end).toISOString();
}

export function TokenForm(props: {
  readonly onMade: (token: NewToken) => void;
  readonly onCancel: () => void;
}) {
  const { data: me } = useQuery(meQuery);
  const own = me?.roles ?? [];
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('30');
  const [day, setDay] = useState('');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isReadOnly, setReadOnly] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const roles = own.filter((role) => !left.includes(role));
  const hasNoRole = own.length > 0 && roles.length === 0;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { name: name.trim(), expires: expiryOf(lifetime, day), read_only: isReadOnly };
      props.onMade(await tokens.make(own.length > 0 ? { ...body, roles: [...roles] } : body));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <form className={styles.dialog} onSubmit={(event) => void send(event)}>
      <Field
        label={late.tokens.name}
        placeholder={late.tokens.nameHint}
        value={name}
        required
        autoFocus
        pattern=".*\S.*"
        maxLength={MAX_NAME_LENGTH}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.end}>
        <span>{late.tokens.lasts}</span>
        <Select label={late.tokens.lasts} value={lifetime} options={endOptions} onValue={setLifetime} />
        {lifetime === CUSTOM && (
          <Field
            label={late.tokens.day}
            type="date"
            required
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
      </div>
      {own.length > 0 && (
        <fieldset className={styles.roles}>
          <legend>{late.tokens.roles}</legend>
          <p>{late.tokens.rolesHint}</p>
          {own.map((role) => (
            <label key={role}>
              <input
                type="checkbox"
                checked={roles.includes(role)}
                onChange={(event) =>
                  setLeft(event.target.checked ? left.filter((one) => one !== role) : [...left, role])
                }
              />
              {role}
            </label>
          ))}
          {hasNoRole && <p role="alert">{late.tokens.noRole}</p>}
        </fieldset>
      )}
      <Switch
        label={late.tokens.readOnly}
        hint={late.tokens.readOnlyHint}
        on={isReadOnly}
        onChange={setReadOnly}
      />
      {failure !== undefined && <Failure error={failure} />}
      <div className={styles.buttons}>
        <Button variant="main" type="submit" disabled={busy || hasNoRole}>
          {late.tokens.make}
        </Button>
        <Button variant="quiet" onClick={props.onCancel}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}
