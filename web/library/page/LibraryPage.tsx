// The library: shared queries and dashboards of all users, to find, open, copy and tidy up.
import { Plus } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { dashboards } from '../../api/saved.ts';
import { currentUser } from '../../api/session.ts';
import { t } from '../../messages/index.ts';
import { hrefs, type Shelf, shelves } from '../../state/addresses.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchBox } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { useSingleKey } from '../../ui/singleKeys.ts';
import { useTitle } from '../../ui/useTitle.ts';
import ImportOffer from '../ImportOffer.tsx';
import { cacheNewest, showFailure } from '../keeping.ts';
import styles from './LibraryPage.module.css';
import { ShelfList, type ShelfOrder, type Whose } from './ShelfList.tsx';

const whoseChoices: readonly Whose[] = ['all', 'mine', 'others'];
const orders: readonly ShelfOrder[] = ['updated', 'name'];

async function makeDashboard(): Promise<void> {
  try {
    const made = await dashboards.create({ title: t.library.newDashboardTitle, tiles: [] });
    cacheNewest('dashboards', made);
    navigate(hrefs.dashboard(made.value.slug));
  } catch (error) {
    showFailure(error);
  }
}

export default function LibraryPage({ shelf }: { readonly shelf: Shelf }) {
  const [search, setSearch] = useState('');
  const [whose, setWhose] = useState<Whose>('all');
  const [order, setOrder] = useState<ShelfOrder>('updated');
  const wanted = useDeferredValue(search.trim());
  const box = useRef<HTMLInputElement>(null);
  useSingleKey('/', () => box.current?.focus());
  useTitle(t.library.title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t.library.title}</h1>
        <nav aria-label={t.library.shelf} className={styles.shelves}>
          {shelves.map((one) => (
            <a key={one} href={hrefs.library(one)} aria-current={one === shelf ? 'page' : undefined}>
              {t.library.shelves[one]}
            </a>
          ))}
        </nav>
        {shelf === 'dashboards' && (
          <Button
            variant="main"
            icon={<Plus aria-hidden />}
            className={styles.make}
            onClick={() => void makeDashboard()}
          >
            {t.library.newDashboard}
          </Button>
        )}
      </header>
      {shelf === 'queries' && <ImportOffer />}
      <div className={styles.tools}>
        <SearchBox ref={box} autoFocus label={t.library.search[shelf]} value={search} onValue={setSearch} />
        {/* Without users there are no other owners. */}
        {currentUser() !== '' && (
          <Select
            label={t.library.whose}
            value={whose}
            options={whoseChoices.map((value) => ({ value, label: t.library.whoseNames[value] }))}
            onValue={setWhose}
          />
        )}
        <Select
          label={t.library.sort}
          value={order}
          options={orders.map((value) => ({ value, label: t.library.sortNames[value] }))}
          onValue={setOrder}
        />
      </div>
      <ShelfList key={shelf} shelf={shelf} search={wanted} whose={whose} order={order} />
    </div>
  );
}
