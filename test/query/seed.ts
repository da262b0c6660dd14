/** Where generated tests begin: another place in each run, and the same one again when a failure is looked into. */

export const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

console.info(`Generated with JOINERY_TEST_SEED=${seed}.`);
