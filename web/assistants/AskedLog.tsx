// What assistants asked on behalf of the user, each with a link into the workbench.
import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { type AskedEntry, assistants } from '../api/assistants.ts';
import { ago } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { hrefs } from '../state/addresses.ts';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import styles from './Assistants.module.css';

function answerText({ problem, rows, times }: AskedEntry): string {
  const answer = problem ?? (rows === null ? late.assistants.answered : late.assistants.rows(rows));
  return times > 1 ? `${answer} · ${late.assistants.times(times)}` : answer;
}

/** A query links to the workbench; anything else to the page that shows the same. */
function QuestionLink({ entry: { id, said, unigrid, place } }: { readonly entry: AskedEntry }) {
  if (unigrid !== null) {
    return (
      <a href={hrefs.asked(id)} aria-label={late.assistants.openOf(said)}>
        {late.assistants.open}
      </a>
    );
  }
  return place === null ? null : <a href={place}>{late.assistants.show}</a>;
}

export function AskedLog() {
  const { data, error, refetch } = useQuery({
    queryKey: ['asked'],
    queryFn: ({ signal }) => assistants.asked(signal),
    staleTime: 0,
  });
  const { columns } = late.assistants;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={4} />;
  if (data.data.length === 0) {
    return (
      <Empty icon={<MessageSquare aria-hidden />} title={late.assistants.nothing}>
        {late.assistants.nothingHint}
      </Empty>
    );
  }
  return (
    <table className={styles.log} aria-label={late.assistants.log}>
      <thead>
        <tr>
          <th scope="col">{columns.asked}</th>
          <th scope="col">{columns.tool}</th>
          <th scope="col">{columns.answer}</th>
          <th scope="col">{columns.at}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.act}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.data.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">{entry.said}</th>
            <td data-label={columns.tool}>{entry.tool}</td>
            <td data-label={columns.answer} data-problem={entry.problem !== null}>
              {answerText(entry)}
            </td>
            <td data-label={columns.at}>
              <time dateTime={entry.at}>{ago(Date.parse(entry.at), Date.now())}</time>
            </td>
            <td>
              <QuestionLink entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
