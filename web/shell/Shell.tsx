// The top bar and the place for a room below it.
import { Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { resources } from '../api/resources.ts';
import { gate, leave } from '../api/session.ts';
import { t } from '../messages/index.ts';
import { hrefs } from '../router.ts';
import { IconButton } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuRadio } from '../ui/Menu.tsx';
import { useStore } from '../ui/store.ts';
import { type Theme, theme, themes } from '../ui/theme.ts';
import { Logo } from './Logo.tsx';
import styles from './Shell.module.css';

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

async function logout(): Promise<void> {
  try {
    await resources.logout();
  } finally {
    // Whatever the service says: this browser forgets the session and everything it has shown.
    leave();
    queryClient.clear();
  }
}

function AccountMenu() {
  const { session } = useStore(gate);
  if (!session) return null;
  return (
    <Menu
      trigger={
        <IconButton label={t.common.account(session.username)}>
          <UserRound aria-hidden />
        </IconButton>
      }
    >
      <MenuLabel>{t.common.account(session.username)}</MenuLabel>
      <MenuItem onSelect={() => void logout()}>{t.common.logout}</MenuItem>
    </Menu>
  );
}

export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <button
        type="button"
        className={styles.skip}
        onClick={() => document.getElementById('content')?.focus()}
      >
        {t.common.skipToContent}
      </button>
      <header className={styles.bar}>
        <a className={styles.brand} href={hrefs.home} aria-label={t.common.home}>
          <Logo />
          <span>{t.common.product}</span>
        </a>
        <div className={styles.tools}>
          <ThemeMenu />
          <AccountMenu />
        </div>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
