// The menu of the logged-in user.
import { useQuery } from '@tanstack/react-query';
import { Eye, KeyRound, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { resources } from '../api/resources.ts';
import { endSession, gate } from '../api/session.ts';
import { viewedUser } from '../api/viewAs.ts';
import { isAdmin, meQuery } from '../library/keeping.ts';
import { t } from '../messages/index.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { discardUnsaved, hasUnsaved } from '../state/unsaved.ts';
import { IconButton } from '../ui/Button.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx';
import { useStore } from '../ui/useStore.ts';

const ViewAsDialog = lazyRoom(() => import('../account/ViewAsDialog.tsx'));

const LogoutDialog = lazyRoom(() => import('../account/LogoutDialog.tsx'));

async function logout(): Promise<void> {
  discardUnsaved();
  let address: string | null = null;
  try {
    address = await resources.logout();
  } finally {
    // Even if the service refuses: this browser discards the session and everything it has shown.
    endSession(address);
  }
}

export function AccountMenu() {
  const { session } = useStore(gate);
  const { data: me } = useQuery({ ...meQuery, enabled: session !== null });
  const [isChoosing, setChoosing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  if (!session) return null;
  const mayManage = me !== undefined && isAdmin(me);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t.common.account(session.username)}>
            <UserRound aria-hidden />
          </IconButton>
        }
      >
        <MenuLabel>{t.common.account(session.username)}</MenuLabel>
        {mayManage && (
          <>
            <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => navigate(hrefs.access())}>
              {t.account.access}
            </MenuItem>
            <MenuItem icon={<Eye aria-hidden />} onSelect={() => setChoosing(true)}>
              {t.account.viewAs}
            </MenuItem>
            <MenuLine />
          </>
        )}
        {viewedUser() === null && (
          <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => navigate(hrefs.tokens)}>
            {t.account.tokens}
          </MenuItem>
        )}
        <MenuItem
          icon={<LogOut aria-hidden />}
          onSelect={() => (hasUnsaved() ? setLeaving(true) : void logout())}
        >
          {t.common.logout}
        </MenuItem>
      </Menu>
      {isLeaving && (
        <Suspense>
          <LogoutDialog onLogout={() => void logout()} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <ViewAsDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
