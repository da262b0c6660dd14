// API tokens: created, listed and revoked by their owner.
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import { type NewToken, type Token, tokens } from '../api/tokens.ts';
import { showFailure } from '../library/keeping.ts';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { Button } from '../ui/Button.tsx';
import { Copied } from '../ui/Copied.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { showToast } from '../ui/toast.ts';
import { useTitle } from '../ui/useTitle.ts';
import { TokenForm } from './TokenForm.tsx';
import styles from './TokensPage.module.css';

const tokensQuery = {
  queryKey: ['tokens'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => tokens.list(signal),
  staleTime: 0,
};

const refetchTokens = () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });

async function endToken({ id, name }: Token): Promise<void> {
  try {
    await tokens.end(id);
    showToast(late.tokens.endedNow(name));
  } catch (error) {
    showFailure(error);
  } finally {
    await refetchTokens();
  }
}

function moment(text: string) {
  return <time dateTime={text}>{ago(Date.parse(text), Date.now())}</time>;
}

function TokenList(props: { readonly list: readonly Token[]; readonly onEnd: (token: Token) => void }) {
  const { columns } = late.tokens;
  return (
    <table className={styles.list} aria-label={late.tokens.listed}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.rights}</th>
          <th scope="col">{columns.expires}</th>
          <th scope="col">{columns.lastUse}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.act}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.list.map((token) => (
          <tr key={token.id}>
            <th scope="row">{token.name}</th>
            <td data-label={columns.rights}>{late.tokens.rightsOf(token.roles, token.read_only)}</td>
            <td data-label={columns.expires}>
              {Date.parse(token.expires) <= Date.now() ? late.tokens.ended : moment(token.expires)}
            </td>
            <td data-label={columns.lastUse}>
              {token.last_use === null ? late.tokens.neverUsed : moment(token.last_use)}
            </td>
            <td>
              <Button small aria-label={late.tokens.endOf(token.name)} onClick={() => props.onEnd(token)}>
                {late.tokens.end}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EndDialog({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  return (
    <Dialog open title={late.tokens.endQuestion(token.name)} onClose={onClose}>
      <div className={styles.dialog}>
        <p>{late.tokens.endHint}</p>
        <div className={styles.buttons}>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              void endToken(token);
            }}
          >
            {late.tokens.end}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t.common.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Cannot be dismissed by accident, since the secret is shown only once. */
function MadeDialog({ made, onClose }: { readonly made: NewToken; readonly onClose: () => void }) {
  return (
    <Dialog open title={late.tokens.made(made.name)}>
      <div className={styles.dialog}>
        <p>{late.tokens.madeHint}</p>
        <Copied text={made.token} />
        <div className={styles.buttons}>
          <Button variant="main" onClick={onClose}>
            {late.tokens.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

export default function TokensPage() {
  const { data, error, refetch } = useQuery(tokensQuery);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewToken>();
  const [ending, setEnding] = useState<Token>();
  useTitle(t.account.tokens);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t.account.tokens}</h1>
        <Button variant="main" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
          {late.tokens.make}
        </Button>
      </header>
      <p className={styles.hint}>
        {late.tokens.hint} <a href={hrefs.assistants}>{late.assistants.title}</a>
      </p>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : data.tokens.length === 0 ? (
        <Empty icon={<KeyRound aria-hidden />} title={late.tokens.none}>
          {late.tokens.noneHint}
        </Empty>
      ) : (
        <TokenList list={data.tokens} onEnd={setEnding} />
      )}
      <Dialog open={isMaking} title={late.tokens.make} onClose={() => setMaking(false)}>
        <TokenForm
          onMade={(token) => {
            setMaking(false);
            setMade(token);
            void refetchTokens();
          }}
          onCancel={() => setMaking(false)}
        />
      </Dialog>
      {made && <MadeDialog made={made} onClose={() => setMade(undefined)} />}
      {ending && <EndDialog token={ending} onClose={() => setEnding(undefined)} />}
    </div>
  );
}
