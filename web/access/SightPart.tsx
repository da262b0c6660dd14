// Who can see a column: the roles that grant it, and their users.
import { useQuery } from '@tanstack/react-query';
import { rights } from '../api/policy.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { Failure, Loading } from '../ui/States.tsx';
import styles from './AccessPage.module.css';
import { entityLabel } from './grantWords.ts';
import type { PolicyRoom } from './policyData.ts';

export default function SightPart(props: {
  readonly room: PolicyRoom;
  readonly entity: string;
  readonly column: string;
}) {
  const { room, entity, column } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['policy', 'who', entity, column],
    queryFn: ({ signal }) => rights.who(entity, column, signal),
    staleTime: 0,
  });
  const label = room.model.entities.get(entity)?.column.get(column)?.label ?? column;
  return (
    <section className={styles.sight}>
      <h2>{late.access.sightOf(label, entityLabel(room, entity))}</h2>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : (
        <>
          <h3>{late.access.sightRoles}</h3>
          {data.roles.length === 0 ? (
            <p>{late.access.nobodySees}</p>
          ) : (
            <ul>
              {data.roles.map(({ role, rows }) => (
                <li key={role}>
                  <a href={hrefs.grant(role, entity)}>{role}</a> {late.access.rowsOf[rows]}
                </li>
              ))}
            </ul>
          )}
          <h3>{late.access.sightUsers}</h3>
          {data.users.length === 0 ? (
            <p>{late.access.noUsers}</p>
          ) : (
            <ul>
              {data.users.map(({ name, roles, rows, missing }) => (
                <li key={name}>
                  <strong>{name}</strong> {late.access.rowsOf[rows]} ({list(roles)}
                  {missing.length > 0 && `; ${late.access.missing(list(missing))}`})
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
