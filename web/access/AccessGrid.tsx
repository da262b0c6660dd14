// A grid of roles and entities: one tab stop, arrow keys move, Enter opens the grant.
import { type KeyboardEvent, useState } from 'react';
import type { Action, Rights } from '../../src/contract/policy.ts';
import { late } from '../messages/late.ts';
import { foldForSearch } from '../model/matching.ts';
import { sortedEntities } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { SearchBox } from '../ui/Field.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';
import { Select } from '../ui/Select.tsx';
import { useTiny } from '../ui/screen.ts';
import styles from './AccessGrid.module.css';
import { actionNames, entityLabel } from './grantWords.ts';
import type { PolicyRoom } from './policyData.ts';
import { EVERY, ownRights, reachOf, rightsOn, roleNames } from './policyEdits.ts';

export interface GrantPlace {
  readonly role: string;
  readonly entity: string;
}

/** Paged: with a thousand roles and hundreds of entities a browser could not draw all cells. */
const INITIAL_ENTITIES = 100;
const INITIAL_ROLES = 30;

function cellLabel(rights: Rights, isOwn: boolean): string {
  const rightsText = actionNames
    .filter((action) => rights[action] !== undefined)
    .map((action) => late.access.reach[reachOf(rights[action])](late.access.actions[action]));
  return [rightsText.join(', ') || late.access.notAtAll, ...(isOwn ? [] : [late.access.asOthers])].join(', ');
}

/** One letter per action: strong for full rights, weak for partial ones. */
function Letters({ rights, isOwn }: { readonly rights: Rights; readonly isOwn: boolean }) {
  return (
    <span aria-hidden className={classNames(styles.letters, !isOwn && styles.inherited)}>
      {actionNames.map((action: Action) => (
        <span
          key={action}
          data-reach={reachOf(rights[action])}
          data-letter={rights[action] === undefined ? '·' : late.access.letters[action]}
        />
      ))}
    </span>
  );
}

export function AccessGrid(props: {
  readonly room: PolicyRoom;
  readonly open: GrantPlace | undefined;
  /** The grant that was shown in place of the grid; its cell gets the focus when the grid returns. */
  readonly left: GrantPlace | undefined;
}) {
  const { room, open, left } = props;
  const { policy, model } = room;
  const [search, setSearch] = useState('');
  const [pages, setPages] = useState(1);
  const [focus, setFocus] = useState({ row: 0, column: 0 });
  const [onlyRole, setOnlyRole] = useState(left?.role);
  const isTiny = useTiny();
  const wanted = foldForSearch(search.trim());
  const fits = (...names: readonly string[]) => names.some((name) => foldForSearch(name).includes(wanted));
  const allRoles = roleNames(policy);
  const foundRoles = allRoles.filter((role) => fits(role));
  const allEntities = [EVERY, ...sortedEntities(model).map(({ name }) => name)];
  const foundEntities = allEntities.filter((entity) => fits(entity, entityLabel(room, entity)));
  // If the words match only roles or only entities, they filter just those.
  const entitiesFound = foundEntities.length > 0 ? foundEntities : allEntities;
  const rolesFound = foundRoles.length > 0 ? foundRoles : allRoles;
  const isFound = wanted === '' || foundEntities.length > 0 || foundRoles.length > 0;
  const most = <Item,>(items: readonly Item[], count: number) => items.slice(0, count * pages);
  const entities = most(entitiesFound, INITIAL_ENTITIES);
  const one = rolesFound.find((role) => role === onlyRole) ?? open?.role ?? rolesFound[0];
  const roles = isTiny ? (one === undefined ? [] : [one]) : most(rolesFound, INITIAL_ROLES);
  const isCut = entities.length < entitiesFound.length || (!isTiny && roles.length < rolesFound.length);

  function move(event: KeyboardEvent<HTMLTableElement>): void {
    const { row, column } = focus;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      Home: [row, 0],
      End: [row, roles.length - 1],
      PageDown: [row + 10, column],
      PageUp: [row - 10, column],
    };
    const next = steps[event.key];
    if (!next) return;
    event.preventDefault();
    const within = (at: number, count: number) => Math.max(0, Math.min(at, count - 1));
    const [toRow, toColumn] = [within(next[0], entities.length), within(next[1], roles.length)];
    setFocus({ row: toRow, column: toColumn });
    const cell = event.currentTarget.querySelector<HTMLElement>(`[data-at="${toRow} ${toColumn}"]`);
    cell?.focus();
  }

  return (
    <div className={styles.side}>
      <div className={styles.tools}>
        <SearchBox label={late.access.search} value={search} onValue={setSearch} />
        {isTiny && one !== undefined && (
          <Select
            label={late.access.role}
            value={one}
            options={rolesFound.map((role) => ({ value: role, label: role }))}
            onValue={setOnlyRole}
          />
        )}
      </div>
      {!isFound && <p role="status">{late.access.nothingFound(search)}</p>}
      <div className={styles.scroller}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are links with one tab stop */}
        <table className={styles.grid} role="grid" aria-label={late.access.grid} onKeyDown={move}>
          <thead>
            <tr>
              <th scope="col">{late.access.entity}</th>
              {roles.map((role) => (
                <th key={role} scope="col" title={role}>
                  <span className={styles.name}>{role}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entities.map((entity, row) => (
              <tr key={entity}>
                <th scope="row" title={entity}>
                  {entityLabel(room, entity)}
                </th>
                {roles.map((role, column) => {
                  const isOwn = ownRights(policy, role, entity) !== undefined;
                  const rights = rightsOn(policy, role, entity);
                  const isOpen = open?.role === role && open.entity === entity;
                  const isStop =
                    row === Math.min(focus.row, entities.length - 1) &&
                    column === Math.min(focus.column, roles.length - 1);
                  return (
                    <td key={role}>
                      <a
                        href={hrefs.grant(role, entity)}
                        data-at={`${row} ${column}`}
                        ref={left?.role === role && left.entity === entity ? focusIfLost : undefined}
                        tabIndex={isStop ? 0 : -1}
                        aria-current={isOpen ? 'true' : undefined}
                        aria-label={late.access.cell(
                          role,
                          entityLabel(room, entity),
                          cellLabel(rights, isOwn),
                        )}
                        onFocus={() => setFocus({ row, column })}
                      >
                        <Letters rights={rights} isOwn={isOwn} />
                      </a>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut && (
        <p className={styles.cut}>
          {late.access.cut(entities.length, entitiesFound.length, roles.length, rolesFound.length)}{' '}
          <Button small onClick={() => setPages(pages + 1)}>
            {late.access.showMore}
          </Button>
        </p>
      )}
      <p className={styles.legend}>{late.access.legend}</p>
    </div>
  );
}
