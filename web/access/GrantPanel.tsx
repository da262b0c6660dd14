// A role's rights on an entity: actions, columns, rows, and the check of written rows.
import { X } from 'lucide-react';
import { useId } from 'react';
import type { Action, Grant, Rights } from '../../src/contract/policy.ts';
import type { PolicyProblem } from '../api/policy.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { Button, IconLink } from '../ui/Button.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { Switch } from '../ui/Switch.tsx';
import type { GrantPlace } from './AccessGrid.tsx';
import { ColumnsEditor } from './ColumnsEditor.tsx';
import { ConditionEditor } from './ConditionEditor.tsx';
import styles from './GrantPanel.module.css';
import { actionNames, entityLabel, grantParts } from './grantWords.ts';
import { type PolicyRoom, pointerSteps } from './policyData.ts';
import { EVERY, ownRights, rightsOn, setRight, setRights } from './policyEdits.ts';

/** Which restrictions each right supports. */
const limits: Record<Action, { readonly columns: boolean; readonly rows: boolean; readonly check: boolean }> =
  {
    read: { columns: true, rows: true, check: false },
    insert: { columns: true, rows: false, check: true },
    update: { columns: true, rows: true, check: true },
    delete: { columns: false, rows: true, check: false },
  };

interface PartProps extends GrantPlace {
  readonly room: PolicyRoom;
  readonly problems: readonly PolicyProblem[];
}

/** Writes an unrestricted right as `true`. */
function tidy({ columns, rows, check }: Grant): true | Grant {
  const grant = {
    ...(columns && { columns }),
    ...(rows && { rows }),
    ...(check && { check }),
  };
  return Object.keys(grant).length > 0 ? grant : true;
}

function ActionPart({ room, role, entity, action, problems }: PartProps & { readonly action: Action }) {
  const right: Rights[Action] = rightsOn(room.policy, role, entity)[action];
  const isOwn = ownRights(room.policy, role, entity) !== undefined;
  const grant: Grant = right === true || right === undefined ? {} : right;
  const known = room.model.entities.get(entity);
  const mayEdit = isOwn && !room.isReadOnly;
  const id = useId();
  const put = (next: true | Grant | undefined) =>
    room.edit((policy) => setRight(policy, role, entity, action, next));
  const wrong = problems.filter(({ pointer }) => pointerSteps(pointer)[4] === action);
  return (
    <section className={styles.action} aria-labelledby={id}>
      <h3 id={id} className={mayEdit ? 'visually-hidden' : undefined}>
        {late.access.actions[action]}
      </h3>
      {mayEdit ? (
        <Switch
          label={late.access.actions[action]}
          on={right !== undefined}
          onChange={(on) => put(on ? true : undefined)}
        />
      ) : (
        <p className={styles.told}>
          <Sentence parts={grantParts(room, entity, right)} />
        </p>
      )}
      {mayEdit && right !== undefined && known && (
        <>
          {limits[action].columns && (
            <ColumnsEditor
              key={`${role} ${entity}`}
              entity={known}
              columns={grant.columns}
              onColumns={(columns) => put(tidy({ ...grant, columns }))}
            />
          )}
          {limits[action].rows && (
            <div className={styles.limit}>
              <h4>{late.access.whichRows}</h4>
              <ConditionEditor
                room={room}
                entity={entity}
                rows={grant.rows}
                onRows={(rows) => put(tidy({ ...grant, rows }))}
              />
            </div>
          )}
          {limits[action].check && (
            <div className={styles.limit}>
              <h4>{late.access.afterwards}</h4>
              <ConditionEditor
                room={room}
                entity={entity}
                rows={grant.check}
                onRows={(check) => put(tidy({ ...grant, check }))}
              />
            </div>
          )}
        </>
      )}
      {mayEdit && right !== undefined && !known && right !== true && (
        <p className={styles.told}>
          <Sentence parts={grantParts(room, entity, right)} />
        </p>
      )}
      {wrong.map(({ pointer, detail }) => (
        <p key={pointer + detail} role="alert" className={styles.problem}>
          {detail}
        </p>
      ))}
    </section>
  );
}

export function GrantPanel(props: PartProps & { readonly takesFocus: boolean }) {
  const { room, role, entity, problems, takesFocus } = props;
  const isOwn = ownRights(room.policy, role, entity) !== undefined;
  const of = problems.filter(({ pointer }) => {
    const [, , itsRole, itsEntity] = pointerSteps(pointer);
    return itsRole === role && itsEntity === entity;
  });
  const own = of.filter(({ pointer }) => pointerSteps(pointer).length < 5);
  return (
    <aside
      ref={takesFocus ? focusIfLost : undefined}
      tabIndex={-1}
      className={styles.panel}
      aria-label={late.access.grantOf(role, entityLabel(room, entity))}
    >
      <header className={styles.head}>
        <h2>
          {late.access.grantOf(role, entityLabel(room, entity))}
          {entity === EVERY && <small>{late.access.everyHint}</small>}
        </h2>
        <IconLink label={t.common.close} href={hrefs.access()}>
          <X aria-hidden />
        </IconLink>
      </header>
      {own.map(({ pointer, detail }) => (
        <p key={pointer + detail} role="alert" className={styles.problem}>
          {detail}
        </p>
      ))}
      {!isOwn && (
        <div className={styles.inherited}>
          <p>{entity === EVERY ? late.access.nothingForAll : late.access.inherited}</p>
          {!room.isReadOnly && (
            <Button
              onClick={() =>
                room.edit((policy) => setRights(policy, role, entity, rightsOn(policy, role, entity)))
              }
            >
              {late.access.giveOwn}
            </Button>
          )}
        </div>
      )}
      {actionNames.map((action) => (
        <ActionPart key={action} room={room} role={role} entity={entity} action={action} problems={of} />
      ))}
      {isOwn && !room.isReadOnly && (
        <Button
          variant="quiet"
          onClick={() => room.edit((policy) => setRights(policy, role, entity, undefined))}
        >
          {entity === EVERY ? late.access.takeAll : late.access.asOthersAgain}
        </Button>
      )}
    </aside>
  );
}
