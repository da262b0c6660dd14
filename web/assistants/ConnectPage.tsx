// Connecting an assistant: the address, a token with few rights, the lines to copy, and what it has asked so far.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { TokenForm } from '../account/TokenForm.tsx';
import { gate } from '../api/session.ts';
import type { NewToken } from '../api/tokens.ts';
import { viewedUser } from '../api/viewAs.ts';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { Button } from '../ui/Button.tsx';
import { Copied } from '../ui/Copied.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useStore } from '../ui/useStore.ts';
import { useTitle } from '../ui/useTitle.ts';
import { AskedLog } from './AskedLog.tsx';
import styles from './Assistants.module.css';
import { clients, configurationFor, tokenOrPlaceholder } from './clientLines.ts';

/** The base URL of the page. */
function baseOf({ origin, pathname }: Location): string {
  return `${origin}${pathname}`.replace(/\/(index\.html)?$/, '');
}

export function ConnectPage() {
  const isUser = useStore(gate).session !== null;
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewToken>();
  const words = late.assistants;
  useTitle(words.title);
  const base = baseOf(location);
  const token = tokenOrPlaceholder(made?.token, isUser);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p>{words.hint}</p>
      </header>
      <section aria-labelledby="address">
        <h2 id="address">{words.address}</h2>
        <Copied text={`${base}/mcp`} />
      </section>
      {isUser && viewedUser() === null && (
        <section aria-labelledby="token">
          <h2 id="token">{words.token}</h2>
          <p>{words.tokenHint}</p>
          <div className={styles.buttons}>
            <Button variant="main" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
              {words.makeToken}
            </Button>
            <a href={hrefs.tokens}>{words.tokens}</a>
          </div>
          {made && <p role="status">{words.tokenMade(made.name)}</p>}
          {made && <Copied text={made.token} />}
        </section>
      )}
      <section aria-labelledby="lines">
        <h2 id="lines">{words.lines}</h2>
        <p>{words.linesHint(made !== undefined)}</p>
        {clients.map((client) => (
          <details key={client} className={styles.client} name="client" open={client === clients[0]}>
            <summary>
              {words.clients[client].name} <small>{words.clients[client].where}</small>
            </summary>
            <Copied text={configurationFor(client, base, token)} />
          </details>
        ))}
      </section>
      <section aria-labelledby="asked">
        <h2 id="asked">{words.log}</h2>
        <p>{words.logHint}</p>
        <AskedLog />
      </section>
      <Dialog open={isMaking} title={words.makeToken} onClose={() => setMaking(false)}>
        <TokenForm
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
          onCancel={() => setMaking(false)}
        />
      </Dialog>
    </div>
  );
}
