// Error answers. A Problem is sent as it is; anything else is a bug, which is logged and not disclosed.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { writeExact } from '../../contract/json.ts';
import { Problem, type ProblemName, problemDocument } from '../../contract/problem.ts';
import type { App } from '../app.ts';
import { headersOfApi } from './headers.ts';

/** Framework errors with a problem name of ours; any other error with a status below 500 is malformed. */
const namesOfFrameworkErrors: Readonly<Record<string, readonly [ProblemName, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'The body is larger than the service accepts.'],
  FST_ERR_BAD_URL: ['malformed-request', 'The path is not percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['malformed-request', 'A part of the path is too long.'],
};

function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = frameworkError(error);
  const named = namesOfFrameworkErrors[code];
  if (named) return new Problem(named[0], named[1], { cause: error });
  if (statusCode >= 400 && statusCode < 500) {
    return new Problem('malformed-request', 'The request cannot be read.', { cause: error });
  }
  return new Problem('internal-error', 'Something went wrong inside the service; its log says what.', {
    cause: error,
  });
}

function frameworkError(error: unknown): { code: string; statusCode: number } {
  if (!(error instanceof Error)) return { code: '', statusCode: 0 };
  const { code = '', statusCode = 0 }: Partial<FastifyError> = error;
  return { code, statusCode };
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemFrom(error);
  if (isAbort(error) && reply.raw.destroyed) request.log.debug('the client left before its answer began');
  else if (problem.kind === 'internal-error') request.log.error({ err: problem.cause }, 'unexpected failure');
  else if (problem.cause !== undefined) request.log.debug({ err: problem.cause }, problem.message);
  // Applies to page routes and unknown routes too.
  reply.headers(headersOfApi);
  const { retryAfter, allow } = problem.extras;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (allow !== undefined) reply.header('allow', allow.join(', '));
  // The page has its own login form: a challenge would make the browser open its dialog.
  if (problem.status === 401 && request.headers['x-requested-with'] === undefined) {
    const basic = 'Basic realm="joinery"';
    const { resource } = request.routeOptions.config;
    // Clients that know tokens only look at the first challenge.
    const challenge = resource === undefined ? basic : `${resource.challengeOf(request)}, ${basic}`;
    reply.header('www-authenticate', challenge);
  }
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .serializer(writeExact)
    .send(problemDocument(problem));
}

/** The error of a statement that was cancelled because the client disconnected. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function answerProblems(app: App): void {
  app.setErrorHandler(sendProblem);
}
