// When the process that started this one is gone, this one is asked to end too. npm runs a script within a
// shell that dies of a signal without passing it on, and a process that is killed cannot pass anything on.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 250).unref();
