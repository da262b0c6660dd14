// The login: by password, via an identity provider, or both. Ordinary fields in an ordinary form, so that password
// managers and pasting work.

import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import type { LoginMethods } from '../api/loginMethods.ts';
import { resources } from '../api/resources.ts';
import { startSession } from '../api/session.ts';
import { t } from '../messages/index.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Field } from '../ui/Field.tsx';
import { describeFailure } from '../ui/failures.ts';
import { Logo } from '../ui/Logo.tsx';
import { setAutofocus } from '../ui/setAutofocus.ts';
import styles from './LoginForm.module.css';
import { SignOnButton } from './SignOnButton.tsx';

function explain(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return t.login.refused;
  if (error instanceof ApiError && error.status === 429) return t.login.tooMany(error.retryAfter);
  return describeFailure(error).detail;
}

function PasswordFields({ lastUser }: { readonly lastUser: string }) {
  const [username, setUsername] = useState(lastUser);
  const [password, setPassword] = useState('');
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const failureId = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      startSession(await resources.login(username, password));
    } catch (error) {
      setFailure(explain(error));
      setBusy(false);
    }
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)}>
      <Field
        label={t.login.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        value={username}
        aria-describedby={failureId}
        aria-invalid={failure !== undefined}
        onChange={(event) => setUsername(event.target.value)}
      />
      <div className={styles.password}>
        <Field
          label={t.login.password}
          name="password"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          {...(lastUser === '' ? {} : { ref: setAutofocus })}
          required
          value={password}
          aria-describedby={failureId}
          aria-invalid={failure !== undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <IconButton
          small
          label={visible ? t.login.hidePassword : t.login.showPassword}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </div>
      <p id={failureId} role="alert" className={styles.failure}>
        {failure}
      </p>
      <Button variant="main" type="submit" disabled={busy} className={styles.submit}>
        {busy ? t.login.submitting : t.login.submit}
      </Button>
    </form>
  );
}

export default function LoginForm(props: {
  readonly expired: boolean;
  /** The previous user: most likely the same person, who then has only the password to enter. */
  readonly lastUser: string;
  readonly page: boolean;
  readonly ways: LoginMethods;
}) {
  const { expired, lastUser, page, ways } = props;
  return (
    <div className={classNames(page && styles.page)}>
      <div className={styles.form}>
        <div className={styles.head}>
          <Logo size={40} />
          <p className={styles.title} aria-hidden>
            {t.login.title}
          </p>
          <p className={styles.intro}>{expired ? t.login.expired : t.login.intro}</p>
        </div>
        {ways.password && <PasswordFields lastUser={lastUser} />}
        {ways.provider !== null && <SignOnButton provider={ways.provider} isOnly={!ways.password} />}
      </div>
    </div>
  );
}
