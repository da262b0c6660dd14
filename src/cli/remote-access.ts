// Sessions that hold in several processes: one process keeps them, the others ask it.
import { z } from 'zod';
import { Problem, type ProblemName, problemKinds } from '../contract/problem.ts';
import { Session } from '../contract/session.ts';
import type { Access, Credentials } from '../identity/access.ts';

const Credential = z.object({ username: z.string(), sessionId: z.string() }).nullable();

const Question = z.object({
  id: z.number(),
  ask: z.discriminatedUnion('name', [
    z.object({ name: z.literal('login'), username: z.string(), password: z.string(), address: z.string() }),
    z.object({ name: z.literal('check'), credentials: Credential, address: z.string() }),
    z.object({ name: z.literal('logout'), credentials: Credential }),
  ]),
});
type Ask = z.infer<typeof Question>['ask'];

const Reply = z.object({
  reply: z.number(),
  session: Session.optional(),
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

/** The end of a channel between two processes of ours. */
export interface Channel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** Answers the questions of one process that has no sessions of its own. */
export function answerAccess(access: Access, channel: Channel): void {
  channel.onMessage((message) => {
    const question = Question.safeParse(message);
    if (question.success)
      void reply(access, question.data.id, question.data.ask).then((text) => channel.send(text));
  });
}

async function reply(access: Access, id: number, ask: Ask): Promise<Reply> {
  try {
    if (ask.name === 'login') {
      return { reply: id, session: await access.login(ask.username, ask.password, ask.address) };
    }
    await (ask.name === 'check'
      ? access.check(ask.credentials, ask.address)
      : access.logout(ask.credentials));
    return { reply: id };
  } catch (error) {
    if (!(error instanceof Problem)) return { reply: id, failure: String(error) };
    const { retryAfter } = error.extras;
    return { reply: id, problem: { kind: error.kind, detail: error.message, retryAfter } };
  }
}

/** An Access whose every answer comes from the process that keeps the sessions. */
export class RemoteAccess implements Access {
  readonly needsSession = true;
  readonly #channel: Channel;
  readonly #waiting = new Map<number, PromiseWithResolvers<Reply>>();
  #nextId = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => {
      const answer = Reply.safeParse(message);
      if (!answer.success) return;
      this.#waiting.get(answer.data.reply)?.resolve(answer.data);
      this.#waiting.delete(answer.data.reply);
    });
  }

  async login(username: string, password: string, address: string): Promise<Session> {
    const { session } = await this.#ask({ name: 'login', username, password, address });
    if (session === undefined) throw new Error('a login was answered without a session');
    return session;
  }

  async check(credentials: Credentials | null, address: string): Promise<void> {
    await this.#ask({ name: 'check', credentials, address });
  }

  async logout(credentials: Credentials | null): Promise<void> {
    await this.#ask({ name: 'logout', credentials });
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
}
