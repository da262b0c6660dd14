/** Prints the lists of all tables of some databases, as one JSON text: a process of its own, since a time zone belongs to a process. */
import { Subject } from './subject.ts';

const printed: string[] = [];
for (const url of process.argv.slice(2)) {
  await using subject = await Subject.of(url);
  const lists: string[] = [];
  for (const entity of (await subject.entities()).keys())
    lists.push(`${entity}: ${await subject.list(entity)}\n`);
  printed.push(lists.join(''));
}
process.stdout.write(JSON.stringify(printed));
