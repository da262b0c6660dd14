// Roles × entities, with the chosen grant beside them.
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PolicyProblem } from '../api/policy.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { useNarrow } from '../ui/screen.ts';
import { AccessGrid, type GrantPlace } from './AccessGrid.tsx';
import styles from './AccessPage.module.css';
import { GrantPanel } from './GrantPanel.tsx';
import type { PolicyRoom } from './policyData.ts';
import { EVERY, removeRole, roleNames, setRole } from './policyEdits.ts';

function NewRole({ room, onClose }: { readonly room: PolicyRoom; readonly onClose: () => void }) {
  const [role, setName] = useState('');
  const isThere = roleNames(room.policy).includes(role.trim());
  function make(event: FormEvent): void {
    event.preventDefault();
    if (isThere) return;
    room.edit((policy) => setRole(policy, role.trim(), {}));
    onClose();
    navigate(hrefs.grant(role.trim(), EVERY));
  }
  return (
    <form className={styles.form} onSubmit={make}>
      <Field
        label={late.access.newRoleName}
        value={role}
        required
        autoFocus
        pattern=".*\S.*"
        aria-invalid={isThere}
        hint={isThere && <p role="alert">{late.access.roleThere}</p>}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="main" type="submit">
          {late.access.newRole}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  );
}

function isSame(one: GrantPlace, other: GrantPlace | undefined): boolean {
  return one.role === other?.role && one.entity === other.entity;
}

export default function RolesPart(props: {
  readonly room: PolicyRoom;
  readonly problems: readonly PolicyProblem[];
  readonly open: GrantPlace | undefined;
}) {
  const { room, problems, open } = props;
  const [isMaking, setMaking] = useState(false);
  const isNarrow = useNarrow();
  // On a narrow screen the panel replaces the grid and vice versa, and the focus moves along.
  const [left, setLeft] = useState<GrantPlace>();
  if (open !== undefined && !isSame(open, left)) setLeft(open);
  return (
    <>
      {!room.isReadOnly && (
        <div className={styles.acts}>
          <Button icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
            {late.access.newRole}
          </Button>
          {open && (
            <Button
              variant="quiet"
              onClick={() => {
                room.edit((policy) => removeRole(policy, open.role));
                navigate(hrefs.access());
              }}
            >
              {late.access.deleteRole(open.role)}
            </Button>
          )}
        </div>
      )}
      <div className={classNames(styles.beside, open && styles.two)}>
        {!(isNarrow && open) && <AccessGrid room={room} open={open} left={isNarrow ? left : undefined} />}
        {open && (
          <GrantPanel
            key={JSON.stringify(open)}
            room={room}
            role={open.role}
            entity={open.entity}
            problems={problems}
            takesFocus={isNarrow}
          />
        )}
      </div>
      <Dialog open={isMaking} title={late.access.newRole} onClose={() => setMaking(false)}>
        <NewRole room={room} onClose={() => setMaking(false)} />
      </Dialog>
    </>
  );
}
