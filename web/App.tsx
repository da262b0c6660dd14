// The frame around every room: top bar, login on demand, and the room the address names.
import { lazy, Suspense, useEffect } from 'react';
import { useModelQuery } from './api/queries.ts';
import { HomePage } from './home/HomePage.tsx';
import { LoginGate } from './login/LoginGate.tsx';
import { t } from './messages/index.ts';
import type { Model } from './model/model.ts';
import { encode } from './query/codec.ts';
import { emptyDocument } from './query/document.ts';
import { addRoot } from './query/edits.ts';
import { hrefs, navigate, useRoute } from './router.ts';
import { Shell } from './shell/Shell.tsx';
import { Boundary } from './ui/Boundary.tsx';
import { Empty, Failure, Loading } from './ui/States.tsx';
import { Toasts } from './ui/Toasts.tsx';

const WorkbenchPage = lazy(() => import('./workbench/WorkbenchPage.tsx'));
const HelpPage = lazy(() => import('./help/HelpPage.tsx'));
const RecordPage = lazy(() => import('./record/RecordPage.tsx'));

/** An entity's address leads into the workbench, to the query that shows it. */
function EntityEntrance({ model, name }: { readonly model: Model; readonly name: string }) {
  const known = model.entities.has(name);
  useEffect(() => {
    if (known) navigate(hrefs.query(encode(addRoot(emptyDocument, model, name))), 'replace');
  }, [known, model, name]);
  if (known) return <Loading lines={8} />;
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
  if (!model) return <Loading lines={8} />;
  switch (route.name) {
    case 'home':
      return <HomePage model={model} />;
    case 'entity':
      return <EntityEntrance key={route.entity} model={model} name={route.entity} />;
    case 'query':
      return <WorkbenchPage model={model} code={route.code} tab={route.tab} />;
    case 'record': {
      const { entity, key, from } = route;
      const id = JSON.stringify([entity, key]);
      return <RecordPage key={id} model={model} name={entity} recordKey={key} from={from} />;
    }
    case 'help':
      return <HelpPage />;
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
          <Suspense fallback={<Loading lines={8} />}>
            <Room />
          </Suspense>
        </Boundary>
      </Shell>
      <LoginGate />
      <Toasts />
    </>
  );
}
