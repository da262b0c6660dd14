// `joinery policy check FILE`: checks whether a policy fits a database, before either of them is changed.
import { OpenDatabase } from '../app/database.ts';
import { unknownAttributes } from '../app/policy/unknown-attributes.ts';
import { Problem } from '../contract/problem.ts';
import { policyError, readPolicy } from '../identity/policy-file.ts';
import { demoUrl } from './demo.ts';
import { withReadableErrors } from './readable-errors.ts';
import { databaseUrl } from './sources.ts';

export function printPolicyCheck(file: string, url: string | undefined): Promise<void> {
  return withReadableErrors(async () => {
    const { document } = await readPolicy(file);
    const check = async (database: OpenDatabase) => {
      await database.checkPolicy(document);
      await database.checkPolicyUsers(document);
    };
    await checked(url ?? demoUrl(), check, file);
    for (const sentence of unknownAttributes(document))
      process.stderr.write(`joinery: warning: ${sentence}\n`);
    const count = (of: object | undefined) => Object.keys(of ?? {}).length;
    process.stdout.write(
      `The policy ${file} fits the database. Roles: ${count(document.roles)}, users: ${count(document.users)}.\n`,
    );
  });
}

async function checked(
  url: string,
  work: (database: OpenDatabase) => Promise<void>,
  file: string,
): Promise<void> {
  const options = { poolSize: 1, statementTimeoutMs: 60_000, poolWaitMs: 10_000, onWarning: () => {} };
  const database = await OpenDatabase.open(databaseUrl(url), options);
  try {
    await work(database);
  } catch (error) {
    throw error instanceof Problem && error.extras.pointer !== undefined ? policyError(error, file) : error;
  } finally {
    await database.close();
  }
}
