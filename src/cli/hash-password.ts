// `joinery hash-password`: reads a password without echo and prints its hash.
import { hashPassword } from '../identity/passwords.ts';
import { runtimeError, StartFailure } from './failure.ts';

export async function printPasswordHash(): Promise<void> {
  const password = process.stdin.isTTY ? await askTwice() : firstLine(await readAll());
  if (password === '') throw new StartFailure('The password is empty: nothing was hashed.', runtimeError);
  if (password !== password.trim()) {
    throw new StartFailure(
      'A users file cannot hold a password that begins or ends with a space: nothing was hashed.',
      runtimeError,
    );
  }
  process.stdout.write(`${await hashPassword(password)}\n`);
}

async function readAll(): Promise<string> {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) text += part;
  return text;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/)[0] ?? '';
}

async function askTwice(): Promise<string> {
  const first = await ask('Password: ');
  const second = await ask('Once more: ');
  if (first !== second) {
    throw new StartFailure('The two passwords differ: nothing was hashed.', runtimeError);
  }
  return first;
}

/** Raw mode, so that the terminal does not echo. */
function ask(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the prompt: otherwise the terminal would echo the first letters of a fast typist.
  stdin.setRawMode(true).setEncoding('utf8').resume();
  stderr.write(prompt);
  let text = '';
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stdin.off('data', onData).setRawMode(false).pause();
      stderr.write('\n');
      settle();
    };
    const onData = (typed: string) => {
      for (const character of typed) {
        if (character === '\r' || character === '\n' || character === '\u0004') {
          const answer = text;
          return end(() => resolve(answer));
        }
        if (character === '\u0003') {
          return end(() => reject(new StartFailure('Nothing was hashed.', 130)));
        }
        text =
          character === '\u007f' || character === '\b' ? [...text].slice(0, -1).join('') : text + character;
      }
    };
    stdin.on('data', onData);
  });
}
