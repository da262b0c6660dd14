// The frame around every room: top bar, login on demand, and the room the address names.
import { lazy, Suspense } from 'react';
import { useModelQuery } from './api/queries.ts';
import { HomePage } from './home/HomePage.tsx';
import { LoginGate } from './login/LoginGate.tsx';
import { t } from './messages/index.ts';
import { hrefs, useRoute } from './router.ts';
import { Shell } from './shell/Shell.tsx';
import { Empty, Failure, Loading } from './ui/States.tsx';

const EntityPage = lazy(() => import('./home/EntityPage.tsx'));
const RecordPage = lazy(() => import('./record/RecordPage.tsx'));

function Room() {
  const route = useRoute();
  const { data: model, error, refetch } = useModelQuery();
  if (error && !model) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!model) return <Loading lines={8} />;
  switch (route.name) {
    case 'home':
      return <HomePage model={model} />;
    case 'entity':
      return <EntityPage key={route.entity} model={model} name={route.entity} />;
    case 'record': {
      const { entity, key, from } = route;
      const id = JSON.stringify([entity, key]);
      return <RecordPage key={id} model={model} name={entity} recordKey={key} from={from} />;
    }
    case 'query':
    case 'help':
    case 'unknown':
      return (
        <Empty title={t.common.notFound} actions={<a href={hrefs.home}>{t.common.goHome}</a>}>
          {t.common.notFoundHint}
        </Empty>
      );
  }
}

export function App() {
  return (
    <>
      <Shell>
        <Suspense fallback={<Loading lines={8} />}>
          <Room />
        </Suspense>
      </Shell>
      <LoginGate />
    </>
  );
}
