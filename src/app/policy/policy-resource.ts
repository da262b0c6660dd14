// The policy as admins read and change it.
import { problemOf } from '../../contract/issues.ts';
import { pointerTo, writeExact } from '../../contract/json.ts';
import type { PolicyDocument } from '../../contract/policy.ts';
import type { PolicyCheck, PolicyVersion, UnreadPolicyBody } from '../../contract/policy-resource.ts';
import { Problem } from '../../contract/problem.ts';
import { parsePolicyJson, readPolicyDocument } from '../../contract/read-policy.ts';
import type { Principal } from '../../identity/admit.ts';
import type { PolicySource, PolicyVersionHead, PolicyVersions, StoredPolicy } from '../../identity/policy.ts';
import { isAdmin, rightsOf } from '../../identity/rights.ts';
import type { OpenDatabase } from '../database.ts';
import { changedSince, type Page, type Precondition, preconditionRequired } from '../saved/document.ts';

/** The body's field with the policy. */
const field = '/policy';

/** The resource as JSON. The document is passed on from the store unparsed. */
export function policyText(source: PolicySource, { document, ...about }: StoredPolicy): string {
  const where = source.file !== null ? 'file' : about.version === 0 ? 'none' : 'store';
  const head = { source: where, file: source.file, ...versionOf(about) };
  return `${JSON.stringify(head).slice(0, -1)},"policy":${document}}`;
}

export function versionOf({ version, note, updatedAt, author }: PolicyVersionHead): PolicyVersion {
  const updated = updatedAt === null ? null : new Date(updatedAt).toISOString();
  return { version, note, updated, author };
}

/** Undefined if it is in a file: then the tag is a hash of the text. */
export function tagOfPolicy({ version }: Pick<StoredPolicy, 'version'>): string | undefined {
  return version === null ? undefined : `"${version}"`;
}

/** Everything wrong with a draft of the policy. */
export async function checkedPolicy(
  database: OpenDatabase,
  source: PolicySource,
  principal: Principal,
  policy: unknown,
): Promise<PolicyCheck> {
  const read = readPolicyDocument(policy);
  const problems =
    read.policy === null
      ? read.issues.map((issue) => problemOf([issue], policy, 'body'))
      : await database.policyProblems(read.policy);
  const lockOut = read.policy === null ? null : lockOutOf(source, principal, read.policy);
  const all = lockOut === null ? problems : [...problems, lockOut];
  return { problems: all.map(({ message, extras }) => withinBody(message, extras)) };
}

function withinBody(
  detail: string,
  { pointer = '', allowed }: Problem['extras'],
): PolicyCheck['problems'][0] {
  return { pointer: field + pointer, detail, ...(allowed === undefined ? {} : { allowed: [...allowed] }) };
}

/** Puts the policy in the body into force. */
export function putPolicy(
  database: OpenDatabase,
  source: PolicySource,
  principal: Principal,
  { policy, note }: UnreadPolicyBody,
  precondition: Precondition,
): Promise<StoredPolicy> {
  return replaced(database, source, principal, policy, note ?? null, precondition);
}

/** Puts an earlier version into force again, as a new version. */
export async function restorePolicy(
  database: OpenDatabase,
  source: PolicySource,
  principal: Principal,
  number: string,
  precondition: Precondition,
): Promise<StoredPolicy> {
  versionsOf(source);
  const kept = await policyVersion(source, number);
  return replaced(
    database,
    source,
    principal,
    parsePolicyJson(kept.document),
    `Version ${kept.version} again`,
    precondition,
  );
}

export async function policyVersion(source: PolicySource, number: string): Promise<StoredPolicy> {
  const kept = /^[1-9]\d{0,8}$/.test(number) ? await source.versions?.version(Number(number)) : null;
  if (!kept) throw new Problem('not-found', 'The policy has no such version.');
  return kept;
}

export async function policyVersions(
  source: PolicySource,
  limit: number,
  after: string | null,
): Promise<Page<PolicyVersion>> {
  if (after !== null && !/^[1-9]\d{0,8}$/.test(after)) {
    throw new Problem('malformed-request', 'The parameter "after" must be from the Link of another page.');
  }
  const before = after === null ? null : Number(after);
  const found = (await source.versions?.versions(limit + 1, before)) ?? [];
  const items = found.slice(0, limit).map(versionOf);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? String(last.version) : null };
}

async function replaced(
  database: OpenDatabase,
  source: PolicySource,
  principal: Principal,
  sent: unknown,
  note: string | null,
  { isGiven, isMet }: Precondition,
): Promise<StoredPolicy> {
  const versions = versionsOf(source);
  if (!isGiven) throw preconditionRequired();
  const check = (version: number) => {
    if (!isMet(tagOfPolicy({ version }) ?? '')) throw changedSince();
  };
  // An outdated version is reported first; the draft would not be saved anyway.
  check((await source.stored()).version ?? 0);
  let policy: PolicyDocument;
  try {
    policy = policyIn(sent);
    await database.checkPolicy(policy);
    const lockOut = lockOutOf(source, principal, policy);
    if (lockOut !== null) throw lockOut;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { pointer = '' } = error.extras;
    throw new Problem(error.kind, error.message, { ...error.extras, pointer: field + pointer });
  }
  const author = principal.name;
  return versions.put({ document: writeExact(policy), note, author }, check);
}

/** Validated like a file; throws a Problem with the first issue. */
function policyIn(sent: unknown): PolicyDocument {
  const { policy, issues } = readPolicyDocument(sent);
  if (policy !== null) return policy;
  throw problemOf(issues, sent, 'body');
}

/** Throws a Problem if the policy is in a file. */
function versionsOf({ versions, file }: PolicySource): PolicyVersions {
  if (versions !== null) return versions;
  throw new Problem(
    'forbidden',
    `The policy stands in the file ${file}: change it there, and it holds at once.`,
  );
}

/** Refuses a policy by which its author would lose the admin role; null if they keep it. */
function lockOutOf(source: PolicySource, principal: Principal, policy: PolicyDocument): Problem | null {
  const { name } = principal;
  if (isAdmin(rightsOf(source.with(policy), principal))) return null;
  return new Problem(
    'malformed-request',
    'With this policy you would not have the role admin any more, and no way back: let another admin take it from you.',
    { pointer: pointerTo('', 'users', ...(name === null ? [] : [name])) },
  );
}
