// What the page's frame shows to users who may change data: the link to the history, and the tray when it is not empty.
import { History } from 'lucide-react';
import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { IconLink } from '../ui/Button.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { useStore } from '../ui/useStore.ts';
import { pending, rowInForm } from './pending.ts';
import { useEditing } from './useEditing.ts';

const TrayBar = lazyRoom(() => import('./TrayBar.tsx'));

/** `place`: the element that the tray is rendered into. */
export default function EditingTools({ place }: { readonly place: HTMLElement | null }) {
  const tray = useStore(pending);
  const own = useStore(rowInForm);
  if (!useEditing()) return null;
  const isShown = [...tray.keys()].some((id) => id !== own);
  return (
    <>
      <IconLink label={late.edit.allHistory} href={hrefs.history()}>
        <History aria-hidden />
      </IconLink>
      {isShown &&
        place &&
        createPortal(
          <Suspense fallback={null}>
            <TrayBar />
          </Suspense>,
          place,
        )}
    </>
  );
}
