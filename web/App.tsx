// The frame around every room: top bar, login on demand, and the room of the current address.

import { Suspense, useEffect } from 'react';
import { modelQuery, operatorsQuery, queryClient, rowsQuery, useModelQuery } from './answers/queries.ts';
import { gate } from './api/session.ts';
import { viewedUser } from './api/viewAs.ts';
import { HomePage } from './home/HomePage.tsx';
import { LoginGate } from './login/LoginGate.tsx';
import { t } from './messages/index.ts';
import type { Model } from './model/model.ts';
import { decode, encode } from './query/codec/codec.ts';
import { emptyDocument } from './query/document.ts';
import { addRoot } from './query/edits.ts';
import { today } from './query/filters/relative.ts';
import { isRunnable } from './query/request.ts';
import { toRows } from './query/rows.ts';
import { unknownNames } from './query/unknownNames.ts';
import { Shell } from './shell/Shell.tsx';
import { hrefs, type Route } from './state/addresses.ts';
import { navigate } from './state/route.ts';
import { Boundary } from './ui/Boundary.tsx';
import { lazyRoom } from './ui/lazyRoom.tsx';
import { Empty, Failure, Loading } from './ui/States.tsx';
import { Toasts } from './ui/Toasts.tsx';
import { UnknownEntity } from './ui/UnknownEntity.tsx';
import { useRoute } from './ui/useRoute.ts';
import { useStore } from './ui/useStore.ts';

const waiting = <Loading lines={8} />;
const WorkbenchPage = lazyRoom(() => import('./workbench/page/WorkbenchPage.tsx'));
const RecordPage = lazyRoom(() => import('./record/RecordPage.tsx'));
const SavedRoom = lazyRoom(() => import('./library/SavedRoom.tsx'));
const LibraryPage = lazyRoom(() => import('./library/page/LibraryPage.tsx'));
const DashboardPage = lazyRoom(() => import('./dashboards/DashboardPage.tsx'));
const AccessPage = lazyRoom(() => import('./access/AccessPage.tsx'));
const TokensPage = lazyRoom(() => import('./account/TokensPage.tsx'));
const AssistantsRoom = lazyRoom(() => import('./assistants/AssistantsRoom.tsx'));
const WhyNot = lazyRoom(() => import('./why/WhyNot.tsx'));
const SharedPage = lazyRoom(() => import('./dashboards/SharedPage.tsx'));
const ChangingRoom = lazyRoom(() => import('./import/ChangingRoom.tsx'));
const HelpPage = lazyRoom(() => import('./help/HelpPage.tsx'));

/** The query of an address. The address of an entity stands for the query that shows all its rows. */
function codeOf(route: Route, model: Model): string | undefined {
  if (route.name === 'query') return route.code;
  if (route.name !== 'entity' || !model.entities.has(route.entity)) return undefined;
  return encode(addRoot(emptyDocument, model, route.entity));
}

/** Requests the first rows before the workbench renders, while its code is still loading. */
async function fetchRowsAhead(route: Route): Promise<void> {
  if (route.name === 'query' && (route.tab ?? 'table') !== 'table') return;
  const model = await queryClient.fetchQuery(modelQuery);
  const doc = decode(codeOf(route, model) ?? '');
  if (!doc || unknownNames(doc, model).length > 0 || !isRunnable(doc)) return;
  await queryClient.prefetchQuery(rowsQuery(toRows(doc, model, today(), { joinedKeys: true }).query, 0));
}

/** Requests everything that the address needs at once, before the first render: the catalog, the code, the rows. */
export function fetchAhead(route: Route): void {
  // Without a login, a link's visitor may read only what the link shows.
  if (route.name === 'shared') return;
  void queryClient.prefetchQuery(modelQuery);
  if (route.name === 'entity' || route.name === 'query') {
    WorkbenchPage.fetchAhead();
    void queryClient.prefetchQuery(operatorsQuery);
    // Failures can be ignored here: the room sends the request again and shows them.
    fetchRowsAhead(route).catch(() => {});
  }
  if (route.name === 'record') RecordPage.fetchAhead();
  if (route.name === 'library') LibraryPage.fetchAhead();
  // Most people continue to the workbench, so its code is prefetched after the first view.
  if (route.name === 'home') addEventListener('load', () => WorkbenchPage.fetchAhead(), { once: true });
}

function Room() {
  const route = useRoute();
  const { data: model, error, refetch } = useModelQuery();
  const code = model && codeOf(route, model);
  useEffect(() => {
    if (route.name === 'entity' && code !== undefined) navigate(hrefs.query(code), 'replace');
  }, [route.name, code]);
  if (error && !model) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!model) return waiting;
  // Both routes render the same element, so that the workbench stays mounted when an entity's address becomes a
  // query's.
  const bench = (query: string, tab?: string, saved?: string) => (
    <WorkbenchPage key="query" model={model} code={query} tab={tab} saved={saved} />
  );
  switch (route.name) {
    case 'home':
      return <HomePage model={model} />;
    case 'entity':
      return code === undefined ? (
        <UnknownEntity name={route.entity}>
          <WhyNot question={{ entity: route.entity }} />
        </UnknownEntity>
      ) : (
        bench(code)
      );
    case 'query':
      if (route.saved !== undefined && route.code === '') {
        return <SavedRoom key={`saved ${route.saved}`} model={model} slug={route.saved} tab={route.tab} />;
      }
      return bench(route.code, route.tab, route.saved);
    case 'record': {
      const { entity, key, from } = route;
      const id = JSON.stringify([entity, key]);
      return <RecordPage key={`record ${id}`} model={model} name={entity} recordKey={key} from={from} />;
    }
    case 'library':
      return <LibraryPage shelf={route.shelf} />;
    case 'dashboard': {
      const { slug, given } = route;
      return <DashboardPage key={`dashboard ${slug}`} model={model} slug={slug} given={given} />;
    }
    case 'access':
    case 'grant':
    case 'sight':
      return <AccessPage route={route} />;
    case 'tokens':
      return <TokensPage />;
    case 'assistants':
      return <AssistantsRoom key={route.id} model={model} part={route.part} id={route.id} />;
    case 'new':
    case 'import':
    case 'history':
      return <ChangingRoom key={route.name} model={model} route={route} />;
    case 'help':
      return <HelpPage />;
    case 'shared':
    case 'unknown':
      return (
        <Empty title={t.common.notFound} actions={<a href={hrefs.home}>{t.common.goHome}</a>}>
          {t.common.notFoundHint}
        </Empty>
      );
  }
}

/** Only logged-in users have preferences to synchronize. An admin's view of another user does not use theirs. */
function usePreferences(): void {
  const user = useStore(gate).session?.username;
  useEffect(() => {
    if (user === undefined || viewedUser() !== null) return;
    let stop = () => {};
    let isLeft = false;
    void import('./library/preferences.ts').then(({ followPreferences }) => {
      if (!isLeft) stop = followPreferences();
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [user]);
}

export function App() {
  usePreferences();
  const route = useRoute();
  if (route.name === 'shared') {
    return (
      <Boundary resetKey={route.secret}>
        <Suspense fallback={waiting}>
          <SharedPage key={route.secret} secret={route.secret} />
        </Suspense>
      </Boundary>
    );
  }
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
