/** Prints the lists of all tables of a database: a separate process, since a time zone is per process. */
import { Subject } from './subject.ts';

await using subject = await Subject.of(process.argv[2] ?? '');
for (const entity of (await subject.entities()).keys()) {
  process.stdout.write(`${entity}: ${await subject.list(entity)}\n`);
}
