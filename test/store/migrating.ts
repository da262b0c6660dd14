/** Opens the store of a URL and kills itself after a number of statements, like a crash at that moment. */
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { openStore } from '../../src/store/open.ts';

const [url = '', last = ''] = process.argv.slice(2);
let statements = 0;
const store = await openStore(parseDatabaseUrl(url), {
  onStatement: (event) => {
    // The number of lease renewals depends on the machine.
    if (/^update \S*leases/.test(event?.query.sql ?? '')) return;
    if (++statements === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${statements}\n`);
await store.close();
