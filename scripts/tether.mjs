// Ends this process when the process that started it is gone. npm runs a script within a shell that dies of a signal
// without forwarding it, and a killed process cannot forward anything.
const parent = process.ppid;

const watch = setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 250).unref();

// One request is enough: a second signal would mean "at once".
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
  process.on(signal, () => {
    clearInterval(watch);
    const nobodyElseListens = process.listenerCount(signal) === 1;
    if (nobodyElseListens) process.exit(128 + number);
  });
}
