// Why something is not here for whoever looks: what the policy says, to those who may know it.
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { rights, type WhyAsked } from '../api/policy.ts';
import { viewedUser } from '../api/viewAs.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import styles from './WhyNot.module.css';

/** Nothing where the policy has nothing to say: to most people what is hidden is what never was. */
export default function WhyNot(props: {
  readonly question: WhyAsked;
  /** What is said where it may be seen. */
  readonly otherwise?: string;
}) {
  const { question, otherwise } = props;
  const user = viewedUser() ?? undefined;
  const { data } = useQuery({
    queryKey: ['why', question, user],
    queryFn: ({ signal }) => rights.why({ ...question, user }, signal),
    retry: false,
  });
  if (data?.allowed && otherwise !== undefined) return <p role="note">{otherwise}</p>;
  if (!data || data.allowed) return null;
  return (
    <p role="note" className={styles.why}>
      <Lock aria-hidden />
      <span>
        <strong>{late.access.why}</strong> {data.reason}
        {data.grants.map(({ role, missing }) =>
          missing.length === 0 ? null : (
            <span key={role}>
              {' '}
              {role}: {late.access.missing(list(missing))}.
            </span>
          ),
        )}
      </span>
    </p>
  );
}
