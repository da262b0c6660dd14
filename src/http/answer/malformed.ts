// The answer to input that never became a request: it is not HTTP, or it is incomplete. Written by hand, with the
// same headers and body as every other refusal.
import { Problem, problemDocument } from '../../contract/problem.ts';
import { headersOfApi } from './headers.ts';

// `import` would also load everything that `fetch` needs, a tenth of the start-up time.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export interface ParseError extends Error {
  readonly code?: string;
}

export function malformedAnswer({ code }: ParseError): string {
  const problem = problemOf(code);
  const body = JSON.stringify(problemDocument(problem));
  const headers = {
    ...headersOfApi,
    connection: 'close',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`;
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(
      'headers-too-large',
      'The address and the headers are longer than the service accepts.',
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem(
      'request-timeout',
      'The request did not come in whole in the time that the service waits for it.',
    );
  }
  return new Problem('malformed-request', 'This is not an HTTP request that the service can read.');
}
