// Sessions that hold in several processes: one process keeps them, the others ask it.
import { z } from 'zod';
import { Problem, type ProblemName, problemKinds } from '../contract/problem.ts';
import { Session } from '../contract/session.ts';
import type { Access, Asking, Credentials } from '../identity/admit.ts';
import { sessionEnded } from '../identity/sessions.ts';

const Credential = z.object({ username: z.string(), sessionId: z.string() }).nullable();

const Question = z.object({
  id: z.number(),
  ask: z.discriminatedUnion('name', [
    z.object({ name: z.literal('login'), username: z.string(), password: z.string(), address: z.string() }),
    z.object({ name: z.literal('check'), credentials: Credential, address: z.string() }),
    z.object({ name: z.literal('logout'), credentials: Credential }),
    z.object({ name: z.literal('standIn'), username: z.string().nullable() }),
  ]),
});
type Ask = z.infer<typeof Question>['ask'];

/** A session goes over the channel as a number; its end is announced by the same number. */
const Found = z.object({
  name: z.string().nullable(),
  via: z.enum(['session', 'open']),
  session: z.number().nullable(),
});

const Reply = z.object({
  reply: z.number(),
  session: Session.optional(),
  found: Found.optional(),
  problem: z
    .object({
      kind: z.custom<ProblemName>((value) => typeof value === 'string' && Object.hasOwn(problemKinds, value)),
      detail: z.string(),
      retryAfter: z.number().optional(),
    })
    .optional(),
  failure: z.string().optional(),
});
type Reply = z.infer<typeof Reply>;

/** Sent when a session ends, after every reply that named it: a channel keeps the order. */
const Ended = z.object({ ended: z.number() });

/** The end of a channel between two processes of ours. */
export interface Channel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/**
 * Answers the questions of one process that has no sessions of its own, and tells it when one of them ends; until the
 * function is called that it returns.
 */
export function answerAccess(access: Access, channel: Channel): () => void {
  const told = new ToldSessions(channel);
  channel.onMessage((message) => {
    const question = Question.safeParse(message);
    if (!question.success) return;
    const { id, ask } = question.data;
    void answer(access, ask).then(({ asking, ...rest }) => {
      // No other message may come between the reply and the one that follows.
      const found = asking && { ...asking, ended: undefined, session: told.numberOf(asking.ended) };
      channel.send({ reply: id, ...rest, found } satisfies Reply);
      if (asking) told.follow(asking.ended);
    });
  });
  return () => told.forget();
}

/** The sessions that one process has been told of. */
class ToldSessions {
  readonly #channel: Channel;
  readonly #numbers = new WeakMap<AbortSignal, number>();
  readonly #followed = new WeakSet<AbortSignal>();
  readonly #forgotten = new AbortController();
  #last = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  numberOf(ended: AbortSignal | null): number | null {
    if (ended === null) return null;
    const number = this.#numbers.get(ended) ?? ++this.#last;
    this.#numbers.set(ended, number);
    return number;
  }

  follow(ended: AbortSignal | null): void {
    if (ended === null || this.#followed.has(ended)) return;
    this.#followed.add(ended);
    const tell = () => this.#channel.send({ ended: this.#numbers.get(ended) });
    if (ended.aborted) tell();
    else ended.addEventListener('abort', tell, { once: true, signal: this.#forgotten.signal });
  }

  forget(): void {
    this.#forgotten.abort();
  }
}

type Answer = Omit<Reply, 'reply' | 'found'> & { readonly asking?: Asking };

async function answer(access: Access, ask: Ask): Promise<Answer> {
  try {
    if (ask.name === 'login') {
      return { session: await access.login(ask.username, ask.password, ask.address) };
    }
    if (ask.name === 'check') return { asking: await access.check(ask.credentials, ask.address) };
    if (ask.name === 'standIn') {
      const asking = await access.standIn(ask.username);
      return asking === null ? {} : { asking };
    }
    await access.logout(ask.credentials);
    return {};
  } catch (error) {
    if (!(error instanceof Problem)) return { failure: String(error) };
    const { retryAfter } = error.extras;
    return { problem: { kind: error.kind, detail: error.message, retryAfter } };
  }
}

/** An Access whose every answer comes from the process that keeps the sessions. */
export class RemoteAccess implements Access {
  readonly needsSession = true;
  readonly #channel: Channel;
  readonly #waiting = new Map<number, PromiseWithResolvers<Reply>>();
  /** The live sessions that this process has heard of; each of them ends some day. */
  readonly #sessions = new Map<number, AbortController>();
  #nextId = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => {
      const { success: isEnd, data: end } = Ended.safeParse(message);
      if (isEnd) this.#end(end.ended);
      const { success: isReply, data: reply } = Reply.safeParse(message);
      if (isReply) this.#take(reply);
    });
  }

  async login(username: string, password: string, address: string): Promise<Session> {
    const { session } = await this.#ask({ name: 'login', username, password, address });
    if (session === undefined) throw new Error('a login was answered without a session');
    return session;
  }

  async check(credentials: Credentials | null, address: string): Promise<Asking> {
    const { found } = await this.#ask({ name: 'check', credentials, address });
    if (found === undefined) throw new Error('nobody was found, and nothing was said against it');
    const { name, via, session } = found;
    const ended = session === null ? null : this.#sessions.get(session)?.signal;
    if (ended === undefined) throw sessionEnded();
    return { name, via, ended };
  }

  async logout(credentials: Credentials | null): Promise<void> {
    await this.#ask({ name: 'logout', credentials });
  }

  async standIn(username: string | null): Promise<Asking | null> {
    const { found } = await this.#ask({ name: 'standIn', username });
    return found === undefined ? null : { name: found.name, via: found.via, ended: null };
  }

  async #ask(ask: Ask): Promise<Reply> {
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<Reply>();
    this.#waiting.set(id, waiting);
    this.#channel.send({ id, ask });
    const { problem, failure, ...rest } = await waiting.promise;
    if (failure !== undefined) throw new Error(failure);
    if (problem === undefined) return rest;
    const { kind, detail, retryAfter } = problem;
    throw new Problem(kind, detail, retryAfter === undefined ? {} : { retryAfter });
  }

  /** A session is known from the message that names it on, so that its end, which may be the next one, is not missed. */
  #take(reply: Reply): void {
    const session = reply.found?.session ?? null;
    if (session !== null && !this.#sessions.has(session)) this.#sessions.set(session, new AbortController());
    this.#waiting.get(reply.reply)?.resolve(reply);
    this.#waiting.delete(reply.reply);
  }

  #end(session: number): void {
    this.#sessions.get(session)?.abort(sessionEnded());
    this.#sessions.delete(session);
  }
}
