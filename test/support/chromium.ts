/** The browser of the end-to-end tests. */
import { needs, providePrograms } from './programs.ts';

/** The path of a Chromium: the one named by JOINERY_TEST_CHROMIUM, or this machine's, or Debian's package. */
export async function chromiumPath(): Promise<string> {
  const given = process.env.JOINERY_TEST_CHROMIUM;
  if (given) return given;
  const [path = ''] = await providePrograms(needs.chromium);
  return path;
}
