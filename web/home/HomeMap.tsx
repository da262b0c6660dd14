// The map at the bottom of the home page, loaded when a person scrolls to it.
import { Suspense } from 'react';
import { t } from '../messages/index.ts';
import type { Model } from '../model/model.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Loading } from '../ui/States.tsx';
import { useInView } from '../ui/useInView.ts';
import styles from './HomePage.module.css';

const MapRoom = lazyRoom(() => import('../map/MapRoom.tsx'));

export function HomeMap({ model }: { readonly model: Model }) {
  const [element, seen] = useInView<HTMLElement>();
  return (
    <section ref={element} className={styles.mapped} aria-labelledby="map">
      <h2 id="map" className={styles.heading}>
        {t.home.map}
      </h2>
      <div className={styles.map}>
        {seen && (
          <Boundary resetKey="">
            <Suspense fallback={<Loading lines={8} />}>
              <MapRoom model={model} />
            </Suspense>
          </Boundary>
        )}
      </div>
    </section>
  );
}
