// Users: their roles, and the attributes that conditions can use.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PolicyUser, UserAttribute } from '../../src/contract/policy.ts';
import { rights } from '../api/policy.ts';
import { late } from '../messages/late.ts';
import { foldForSearch } from '../model/matching.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Input, SearchBox } from '../ui/Field.tsx';
import { valueText } from './grantWords.ts';
import type { PolicyRoom } from './policyData.ts';
import { readAttribute, roleNames, setUser, userOf } from './policyEdits.ts';
import styles from './UsersPart.module.css';

const ADMIN = 'admin';

function Attributes(props: { readonly user: PolicyUser; readonly onUser: (user: PolicyUser) => void }) {
  const { user, onUser } = props;
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const known = Object.entries(user.attributes ?? {});
  const put = (pairs: readonly (readonly [string, UserAttribute])[]) =>
    onUser({ ...user, attributes: Object.fromEntries(pairs) });
  function add(event: FormEvent): void {
    event.preventDefault();
    put([...known.filter(([one]) => one !== name.trim()), [name.trim(), readAttribute(value)]]);
    setName('');
    setValue('');
  }
  return (
    <>
      <ul className={styles.attributes}>
        {known.map(([attribute, one]) => (
          <li key={attribute}>
            <span>
              {attribute} = {valueText(one)}
            </span>
            <IconButton
              small
              label={late.access.users.removeAttribute(attribute)}
              onClick={() => put(known.filter(([other]) => other !== attribute))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <form className={styles.add} onSubmit={add}>
        <Input
          aria-label={late.access.users.attribute}
          placeholder={late.access.users.attribute}
          required
          pattern=".*\S.*"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Input
          aria-label={late.access.users.value}
          placeholder={late.access.users.value}
          title={late.access.users.valueHint}
          required
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button small type="submit">
          {late.access.users.addAttribute}
        </Button>
      </form>
    </>
  );
}

/** With more roles than this, they are typed instead of ticked. */
const MAX_CHECKBOX_ROLES = 12;
const ROLES_LIST = 'roles-of-the-policy';

interface RolesProps {
  readonly roles: readonly string[];
  readonly offered: readonly string[];
  readonly onRoles: (roles: readonly string[]) => void;
}

function CheckboxRoles({ roles, offered, onRoles }: RolesProps) {
  return offered.map((role) => (
    <label key={role}>
      <input
        type="checkbox"
        checked={roles.includes(role)}
        onChange={(event) =>
          onRoles(event.target.checked ? [...roles, role] : roles.filter((one) => one !== role))
        }
      />
      <span>{role}</span>
    </label>
  ));
}

function NamedRoles({ roles, offered, onRoles }: RolesProps) {
  const [role, setRole] = useState('');
  return (
    <>
      <ul className={styles.attributes}>
        {roles.map((one) => (
          <li key={one}>
            <span>{one}</span>
            <IconButton
              small
              label={late.access.users.removeRole(one)}
              onClick={() => onRoles(roles.filter((other) => other !== one))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Input
        aria-label={late.access.users.addRole}
        placeholder={late.access.users.addRole}
        list={ROLES_LIST}
        value={role}
        onChange={(event) => {
          const chosen = event.target.value;
          const isRole = offered.includes(chosen) && !roles.includes(chosen);
          if (isRole) onRoles([...roles, chosen]);
          setRole(isRole ? '' : chosen);
        }}
      />
    </>
  );
}

function UserRow(props: { readonly room: PolicyRoom; readonly name: string; readonly isKnown: boolean }) {
  const { room, name, isKnown } = props;
  const user = userOf(room.policy, name);
  const roles = user.roles ?? [];
  const offered = [...new Set([ADMIN, ...roleNames(room.policy), ...roles])];
  const put = (next: PolicyUser) => room.edit((policy) => setUser(policy, name, next));
  const Roles = offered.length <= MAX_CHECKBOX_ROLES ? CheckboxRoles : NamedRoles;
  return (
    <li className={styles.user}>
      <h2>
        {name}
        {!isKnown && <small>{late.access.users.unknown}</small>}
      </h2>
      <fieldset disabled={room.isReadOnly} className={styles.roles}>
        <legend>{late.access.users.roles}</legend>
        <Roles roles={roles} offered={offered} onRoles={(next) => put({ ...user, roles: next })} />
      </fieldset>
      <div className={styles.known}>
        <h3>{late.access.users.attributes}</h3>
        {room.isReadOnly ? (
          <p>
            {Object.entries(user.attributes ?? {})
              .map(([attribute, one]) => `${attribute} = ${valueText(one)}`)
              .join(', ') || late.access.nothing}
          </p>
        ) : (
          <Attributes user={user} onUser={put} />
        )}
      </div>
    </li>
  );
}

/** The page size. */
const MAX_USERS_SHOWN = 50;

export default function UsersPart({ room }: { readonly room: PolicyRoom }) {
  const [search, setSearch] = useState('');
  const [pages, setPages] = useState(1);
  const { data } = useQuery({
    queryKey: ['policy', 'users'],
    queryFn: ({ signal }) => rights.users(signal),
    staleTime: 0,
  });
  const known = new Set(data?.users.filter((user) => user.known).map(({ name }) => name));
  const wanted = foldForSearch(search.trim());
  const names = [...new Set([...known, ...Object.keys(room.policy.users ?? {})])]
    .filter((name) => foldForSearch(name).includes(wanted))
    .sort();
  const shown = names.slice(0, MAX_USERS_SHOWN * pages);
  return (
    <>
      <p className={styles.hint}>
        {late.access.users.hint} {late.access.users.byProvider}
      </p>
      <SearchBox
        className={styles.search ?? ''}
        label={late.access.users.search}
        value={search}
        onValue={setSearch}
      />
      <datalist id={ROLES_LIST}>
        {[ADMIN, ...roleNames(room.policy)].map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <ul className={styles.users}>
        {shown.map((name) => (
          <UserRow key={name} room={room} name={name} isKnown={data === undefined || known.has(name)} />
        ))}
      </ul>
      {shown.length < names.length && (
        <Button onClick={() => setPages(pages + 1)}>{late.access.users.more}</Button>
      )}
    </>
  );
}
