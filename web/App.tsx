// The frame around every room: top bar, login on demand, and the room the address names.
import { Suspense, useEffect } from 'react';
import { modelQuery, queryClient, useModelQuery } from './api/queries.ts';
import { HomePage } from './home/HomePage.tsx';
import { LoginGate } from './login/LoginGate.tsx';
import { t } from './messages/index.ts';
import type { Model } from './model/model.ts';
import { encode } from './query/codec.ts';
import { emptyDocument } from './query/document.ts';
import { addRoot } from './query/edits.ts';
import { hrefs, navigate, type Route, useRoute } from './router.ts';
import { Shell } from './shell/Shell.tsx';
import { Boundary } from './ui/Boundary.tsx';
import { Code, WithCode } from './ui/Code.tsx';
import { Empty, Failure, Loading } from './ui/States.tsx';
import { Toasts } from './ui/Toasts.tsx';

const waiting = <Loading lines={8} />;
const workbench = new Code(() => import('./workbench/WorkbenchPage.tsx'));
const help = new Code(() => import('./help/HelpPage.tsx'));
const record = new Code(() => import('./record/RecordPage.tsx'));

/** Asks for the catalog and for the room that the address names side by side, before anything is drawn. */
export function fetchAhead({ name }: Route): void {
  void queryClient.prefetchQuery(modelQuery);
  if (name === 'entity' || name === 'query') workbench.fetchAhead();
  if (name === 'record') record.fetchAhead();
}

/** An entity's address leads into the workbench, to the query that shows it. */
function EntityEntrance({ model, name }: { readonly model: Model; readonly name: string }) {
  const known = model.entities.has(name);
  useEffect(() => {
    if (known) navigate(hrefs.query(encode(addRoot(emptyDocument, model, name))), 'replace');
  }, [known, model, name]);
  if (known) return waiting;
  return (
    <Empty title={t.home.unknownEntity(name)} actions={<a href={hrefs.home}>{t.common.goHome}</a>}>
      {t.home.unknownEntityHint}
    </Empty>
  );
}

function Room() {
  const route = useRoute();
  const { data: model, error, refetch } = useModelQuery();
  if (error && !model) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!model) return waiting;
  switch (route.name) {
    case 'home':
      return <HomePage model={model} />;
    case 'entity':
      return <EntityEntrance key={route.entity} model={model} name={route.entity} />;
    case 'query':
      return (
        <WithCode key="query" code={workbench} waiting={waiting}>
          {(WorkbenchPage) => <WorkbenchPage model={model} code={route.code} tab={route.tab} />}
        </WithCode>
      );
    case 'record': {
      const { entity, key, from } = route;
      const id = JSON.stringify([entity, key]);
      return (
        <WithCode key="record" code={record} waiting={waiting}>
          {(RecordPage) => <RecordPage key={id} model={model} name={entity} recordKey={key} from={from} />}
        </WithCode>
      );
    }
    case 'help':
      return (
        <WithCode key="help" code={help} waiting={waiting}>
          {(HelpPage) => <HelpPage />}
        </WithCode>
      );
    case 'unknown':
      return (
        <Empty title={t.common.notFound} actions={<a href={hrefs.home}>{t.common.goHome}</a>}>
          {t.common.notFoundHint}
        </Empty>
      );
  }
}

export function App() {
  const route = useRoute();
  return (
    <>
      <Shell>
        <Boundary resetKey={JSON.stringify(route)}>
          <Suspense fallback={waiting}>
            <Room />
          </Suspense>
        </Boundary>
      </Shell>
      <LoginGate />
      <Toasts />
    </>
  );
}
