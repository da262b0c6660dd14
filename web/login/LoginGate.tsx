// Asks for a login when a request needs one: over the whole page at first, over the intact work later.
import { useQueryClient } from '@tanstack/react-query';
import { modelQuery } from '../answers/queries.ts';
import { gate } from '../api/session.ts';
import { t } from '../messages/index.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useStore } from '../ui/useStore.ts';
import { LoginForm } from './LoginForm.tsx';

export function LoginGate() {
  const { asking, expired, lastUser } = useStore(gate);
  const client = useQueryClient();
  const workBehind = client.getQueryData(modelQuery.queryKey) !== undefined;
  return (
    <Dialog open={asking} title={t.login.title} size={workBehind ? 'small' : 'cover'} bare>
      <LoginForm expired={expired} lastUser={lastUser} page={!workBehind} />
    </Dialog>
  );
}
