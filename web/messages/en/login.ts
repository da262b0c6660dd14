// The login.
export const login = {
  title: 'Log in to Joinery',
  intro: 'Ask your database a question. No SQL needed.',
  expired: 'Your session has expired. Log in to continue; your work is kept.',
  username: 'User name',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  or: 'or',
  signOn: (provider: string) => `Sign in with ${provider}`,
  submit: 'Log in',
  submitting: 'Logging in…',
  refused: 'The user name or the password is wrong.',
  tooMany: (seconds: number | undefined) =>
    seconds
      ? `Too many failed attempts. Try again in ${Math.ceil(seconds / 60)} min.`
      : 'Too many failed attempts. Try again later.',
};
