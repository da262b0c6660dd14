// By what people enter, as the service announces it.
import { call } from './client.ts';
import { linkOf } from './links.ts';

export interface WaysIn {
  readonly password: boolean;
  /** What the identity provider is called; null where there is none. */
  readonly provider: string | null;
}

/** Where the service does not say it, the form says why once it is sent. */
const passwordOnly: WaysIn = { password: true, provider: null };

export async function waysIn(): Promise<WaysIn> {
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
