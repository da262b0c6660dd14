// The top bar, and the place for a room below it.

import { CircleHelp, LibraryBig, Monitor, Moon, Search, Sun } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { t } from '../messages/index.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { IconButton, IconLink } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { CONTENT_ID } from '../ui/focusIfLost.ts';
import { Logo } from '../ui/Logo.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Menu, MenuRadio } from '../ui/Menu.tsx';
import { PortalTarget } from '../ui/portal.ts';
import { Loading } from '../ui/States.tsx';
import { useSingleKey } from '../ui/singleKeys.ts';
import { type Theme, theme, themes } from '../ui/theme.ts';
import { useStore } from '../ui/useStore.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Offline } from './Offline.tsx';
import styles from './Shell.module.css';
import { ViewBar } from './ViewBar.tsx';

const Palette = lazyRoom(() => import('./Palette.tsx'));
/** If loading fails, the bar works without it. */
const EditingTools = lazyRoom(() =>
  import('../edit/EditingTools.tsx').catch(() => ({ default: () => null })),
);

const themeNames: Record<Theme, string> = {
  auto: t.common.themeAuto,
  light: t.common.themeLight,
  dark: t.common.themeDark,
};

const themeIcons: Record<Theme, ReactNode> = {
  auto: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
};

function ThemeMenu() {
  const chosen = useStore(theme);
  return (
    <Menu trigger={<IconButton label={t.common.theme}>{themeIcons[chosen]}</IconButton>}>
      <DropdownMenu.RadioGroup value={chosen}>
        {themes.map((one) => (
          <MenuRadio key={one} value={one} icon={themeIcons[one]} onSelect={() => theme.set(one)}>
            {themeNames[one]}
          </MenuRadio>
        ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  );
}

/** By then the first view has loaded what it needs. */
const IDLE_DELAY_MS = 1_000;

export function Shell({ children }: { readonly children: ReactNode }) {
  const [palette, setPalette] = useState(false);
  const [main, setMain] = useState<HTMLElement | null>(null);
  const [tray, setTray] = useState<HTMLElement | null>(null);
  useSingleKey('?', () => navigate(hrefs.help));
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPalette((open) => !open);
    };
    window.addEventListener('keydown', listen);
    // Prefetched, because keystrokes made before its code is loaded would be lost.
    const ahead = setTimeout(() => void Palette.fetchAhead(), IDLE_DELAY_MS);
    return () => {
      window.removeEventListener('keydown', listen);
      clearTimeout(ahead);
    };
  }, []);
  return (
    <div className={styles.shell}>
      <button
        type="button"
        className={styles.skip}
        onClick={() => document.getElementById(CONTENT_ID)?.focus()}
      >
        {t.common.skipToContent}
      </button>
      <div className={styles.top}>
        <ViewBar />
        <header className={styles.bar}>
          <a className={styles.brand} href={hrefs.home} title={t.common.home}>
            <Logo />
            <span>{t.common.product}</span>
          </a>
          <button type="button" className={styles.palette} onClick={() => setPalette(true)}>
            <Search aria-hidden />
            <span>{t.palette.open}</span>
            <kbd>{t.palette.key}</kbd>
          </button>
          <div className={styles.tools}>
            <IconLink label={t.library.title} href={hrefs.library()}>
              <LibraryBig aria-hidden />
            </IconLink>
            <Suspense fallback={null}>
              <EditingTools place={tray} />
            </Suspense>
            <IconLink label={t.common.help} href={hrefs.help}>
              <CircleHelp aria-hidden />
            </IconLink>
            <ThemeMenu />
            <AccountMenu />
          </div>
        </header>
      </div>
      <Offline />
      <main ref={setMain} id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        <PortalTarget value={main}>{children}</PortalTarget>
      </main>
      <div ref={setTray} />
      <Dialog open={palette} title={t.palette.title} bare onClose={() => setPalette(false)}>
        <Suspense fallback={<Loading lines={4} />}>
          <Palette onDone={() => setPalette(false)} />
        </Suspense>
      </Dialog>
    </div>
  );
}
