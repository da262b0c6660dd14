/** The random seed of generated tests: different in each run, but reproducible for investigating a failure. */

export const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

console.info(`Generated with JOINERY_TEST_SEED=${seed}.`);
