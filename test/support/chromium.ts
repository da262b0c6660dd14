/** The browser that end-to-end tests drive. */
import { needs, providePrograms } from './programs.ts';

/** Path of a Chromium: the one named by JOINERY_TEST_CHROMIUM, else this machine's, else Debian's package. */
export async function chromiumPath(): Promise<string> {
  const given = process.env.JOINERY_TEST_CHROMIUM;
  if (given) return given;
  const [path = ''] = await providePrograms(needs.chromium);
  return path;
}
