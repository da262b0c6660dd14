// The rooms that change data, loaded as one chunk: new record, file import, history.
import HistoryPage from '../edit/HistoryPage.tsx';
import NewRecordPage from '../edit/NewRecordPage.tsx';
import type { Model } from '../model/model.ts';
import type { Route } from '../state/addresses.ts';
import { lazyRoom } from '../ui/lazyRoom.tsx';

const ImportPage = lazyRoom(() => import('./ImportPage.tsx'));

export default function ChangingRoom(props: {
  readonly model: Model;
  readonly route: Extract<Route, { readonly name: 'new' | 'import' | 'history' }>;
}) {
  const { model, route } = props;
  switch (route.name) {
    case 'new':
      return <NewRecordPage key={route.entity} model={model} name={route.entity} />;
    case 'import':
      return <ImportPage key={route.entity} model={model} name={route.entity} />;
    case 'history':
      return <HistoryPage model={model} of={route} />;
  }
}
