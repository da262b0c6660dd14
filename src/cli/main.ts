#!/usr/bin/env node
// The command `joinery`.
import { packageVersion } from './bundle.ts';
import { runCommand } from './commands.ts';
import { runtimeError, StartFailure } from './failure.ts';

// The reader of the output may stop early, as `head` does, and a terminal may be closed.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

try {
  // Loaded on demand, so that help and usage errors do not load the whole service.
  await runCommand(process.argv.slice(2), packageVersion(), {
    serve: async (settings) => (await import('./serve.ts')).serve(settings),
    checkPolicy: async (file, url) => (await import('./check-policy.ts')).printPolicyCheck(file, url),
    copyState: async (from, to) => (await import('./state-copy.ts')).copyState(from, to),
    verifyAudit: async (...given) => (await import('./verify-audit.ts')).printAuditCheck(...given),
    mcp: async (mcp, settings) => (await import('./mcp.ts')).runMcp(mcp, settings),
    importFile: async (file, settings) => (await import('./import-file.ts')).importFile(file, settings),
    hashPassword: async () => (await import('./hash-password.ts')).printPasswordHash(),
  });
} catch (error) {
  const isExpected = error instanceof StartFailure;
  const sentence = isExpected ? error.message : `Unexpected failure: ${String(error)}`;
  process.stderr.write(`joinery: ${sentence}\n`);
  process.exit(isExpected ? error.exitCode : runtimeError);
}
