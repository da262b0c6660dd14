// Explains why something is hidden: the policy's reason, for those who may know it.
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { rights, type WhyQuestion } from '../api/policy.ts';
import { viewedUser } from '../api/viewAs.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import styles from './WhyNot.module.css';

/** Renders nothing if the policy gives no reason: for most people, hidden things look like things that do not exist. */
export default function WhyNot(props: {
  readonly question: WhyQuestion;
  /** The text if it is not hidden. */
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
