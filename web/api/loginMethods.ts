// The ways to log in, as the service announces them.
import { call } from './client.ts';
import { linkOf } from './links.ts';

export interface LoginMethods {
  readonly password: boolean;
  /** The identity provider's name; null without one. */
  readonly provider: string | null;
}

/** The default if the service does not say; the form reports the failure once it is sent. */
const passwordOnly: LoginMethods = { password: true, provider: null };

export async function loginMethods(): Promise<LoginMethods> {
  try {
    const response = await call('', { waitForLogin: false });
    await response.body?.cancel();
    const signOn = linkOf(response, 'sign-on');
    if (signOn === null) return passwordOnly;
    return { password: linkOf(response, 'login') !== null, provider: signOn.title };
  } catch {
    return passwordOnly;
  }
}
