// The query for people who want to learn or automate: SQL, JSON and curl.
import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { apiUrl } from '../api/client.ts';
import { exactJson } from '../api/exact.ts';
import { resources } from '../api/resources.ts';
import { gate } from '../api/session.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { attributesOf } from '../query/paths.ts';
import { aliasesInFilters } from '../query/references.ts';
import type { UniGrid } from '../query/request.ts';
import { toCode } from '../query/rows.ts';
import { sentence } from '../query/sentence.ts';
import { IconButton } from '../ui/Button.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { useCopy } from '../ui/useCopy.ts';
import { useStore } from '../ui/useStore.ts';
import { ViewSwitch } from '../ui/ViewSwitch.tsx';
import { useWorkbench } from '../workbench/context.ts';
import styles from './CodeTab.module.css';
import { Highlighted } from './Highlighted.tsx';
import { layOutSql } from './highlight.ts';
import { serviceFunctions, withValues } from './pasteSql.ts';

const PAGE_SIZE = 100;

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export default function CodeTab() {
  const { doc, model, operators, now } = useWorkbench();
  const { session } = useStore(gate);
  const query = useMemo(() => toCode(doc, model, now), [doc, model, now]);
  const body = { unigrid: { ...query, offset: 0, limit: PAGE_SIZE } };
  const json = JSON.stringify(body, null, 2);
  const user = session ? ` \\\n  --user ${shellQuoted(`${session.username}:<session id>`)}` : '';
  const curl = `curl ${shellQuoted(apiUrl('/database/uni-grid-request'))}${user} \\\n  --header 'content-type: application/json' \\\n  --data ${shellQuoted(JSON.stringify(body))}`;
  return (
    <div className={styles.codes}>
      <section>
        <h2>{late.workbench.codeSentence}</h2>
        <p className={styles.words}>
          <Sentence parts={sentence({ doc, model, operators })} />
        </p>
      </section>
      <SqlCode query={query} />
      <Code title={late.workbench.codeJson} hint={late.workbench.codeJsonHint} text={json}>
        <pre>
          <Highlighted text={json} language="json" />
        </pre>
      </Code>
      <Code title={late.workbench.codeCurl} hint={late.workbench.codeCurlHint} text={curl}>
        <pre>{curl}</pre>
      </Code>
    </div>
  );
}

type SqlForm = keyof typeof late.workbench.codeSqlForms;
const sqlForms: readonly SqlForm[] = ['paste', 'run'];

/** The statement with its values inlined, for pasting, or as it is run, with parameters. */
function SqlCode({ query }: { readonly query: UniGrid }) {
  const { doc, model } = useWorkbench();
  const [form, setForm] = useState<SqlForm>('paste');
  const explained = useQuery({
    queryKey: ['explain', query],
    queryFn: ({ signal }) => resources.explain(query, signal),
  });
  const { data } = explained;
  const sql = data && (form === 'paste' ? withValues(data, model.engine.name) : data.sql);
  const functions = serviceFunctions(data?.sql ?? '');
  const filtered = aliasesInFilters(doc.where);
  const hasBytes = attributesOf(doc, model).some(
    ({ attribute, column }) => column.type === 'binary' && filtered.has(attribute.alias),
  );
  return (
    <Code
      title={late.workbench.codeSql}
      hint={form === 'paste' ? late.workbench.codeSqlHint : late.workbench.codeSqlRunHint}
      text={sql ?? ''}
      choice={
        <ViewSwitch
          label={late.workbench.codeSqlForm}
          value={form}
          options={sqlForms.map((one) => [one, late.workbench.codeSqlForms[one]])}
          onValue={setForm}
        />
      }
    >
      {explained.error ? (
        <Failure error={explained.error} onRetry={() => void explained.refetch()} />
      ) : sql === undefined ? (
        <Loading lines={3} />
      ) : (
        <>
          <pre>
            <Highlighted text={layOutSql(sql)} language="sql" />
          </pre>
          {form === 'run' && data && data.parameters.length > 0 && (
            <p className={styles.parameters}>
              {late.workbench.parameters} <code>{exactJson([...data.parameters])}</code>
            </p>
          )}
          {form === 'paste' && functions.length > 0 && (
            <p className={styles.parameters}>{late.workbench.codeSqlFunctions(list(functions))}</p>
          )}
          {form === 'paste' && hasBytes && <p className={styles.parameters}>{late.workbench.codeSqlBytes}</p>}
        </>
      )}
    </Code>
  );
}

function Code(props: {
  readonly title: string;
  readonly hint: string;
  readonly text: string;
  readonly choice?: ReactNode;
  readonly children: ReactNode;
}) {
  const [state, copy] = useCopy();
  const label = { idle: late.workbench.copy, done: late.workbench.copied, failed: late.grid.copyRefused }[
    state
  ];
  return (
    <section>
      <header className={styles.head}>
        <h2>{props.title}</h2>
        <p>{props.hint}</p>
        {props.choice}
        <IconButton label={label} disabled={props.text === ''} onClick={() => copy(props.text)}>
          {state === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
      </header>
      <div className={styles.frame}>{props.children}</div>
    </section>
  );
}
