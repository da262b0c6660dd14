// Shown instead of a room whose entity does not exist or is not visible to the user.
import type { ReactNode } from 'react';
import { t } from '../messages/index.ts';
import { hrefs } from '../state/addresses.ts';
import { Empty } from './States.tsx';

export function UnknownEntity({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  return (
    <Empty title={t.home.unknownEntity(name)} actions={<a href={hrefs.home}>{t.common.goHome}</a>}>
      {t.home.unknownEntityHint}
      {children}
    </Empty>
  );
}
