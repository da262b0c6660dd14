// Asks for a login when a request needs one: as a whole page at first, later as a dialog over the intact work.
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { modelQuery } from '../answers/queries.ts';
import { type LoginMethods, loginMethods } from '../api/loginMethods.ts';
import { gate } from '../api/session.ts';
import { t } from '../messages/index.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { useStore } from '../ui/useStore.ts';

const LoginForm = lazyRoom(() => import('./LoginForm.tsx'));

/** Loads what the form shows, and its code, so that the dialog opens with a field to focus. */
async function prepare(): Promise<LoginMethods> {
  const [ways] = await Promise.all([loginMethods(), LoginForm.fetchAhead()]);
  return ways;
}

export function LoginGate() {
  const { asking, expired, lastUser } = useStore(gate);
  const client = useQueryClient();
  const workBehind = client.getQueryData(modelQuery.queryKey) !== undefined;
  const [ways, setWays] = useState<LoginMethods | null>(null);
  useEffect(() => {
    if (asking) void prepare().then(setWays);
  }, [asking]);
  return (
    <Dialog open={asking && ways !== null} title={t.login.title} size={workBehind ? 'small' : 'cover'} bare>
      <Boundary resetKey="">
        <Suspense>
          {ways && <LoginForm expired={expired} lastUser={lastUser} page={!workBehind} ways={ways} />}
        </Suspense>
      </Boundary>
    </Dialog>
  );
}
