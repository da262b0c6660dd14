import { checkIdentical } from './identical.ts';
import { seed } from './seed.ts';

// The soak sends many more.
checkIdentical({ runs: 100, seed }, { runs: 60, seed: 1 });
