#!/usr/bin/env node
// The command `joinery`.
import { packageVersion } from './bundle.ts';
import { runtimeError, StartFailure } from './failure.ts';
import { printPasswordHash } from './hash-password.ts';
import { runCommand } from './parameters.ts';
import { serve } from './serve.ts';

try {
  await runCommand(process.argv.slice(2), packageVersion(), { serve, hashPassword: printPasswordHash });
} catch (error) {
  const isExpected = error instanceof StartFailure;
  const sentence = isExpected ? error.message : `Unexpected failure: ${String(error)}`;
  process.stderr.write(`joinery: ${sentence}\n`);
  process.exit(isExpected ? error.exitCode : runtimeError);
}
