import { checkIdentical } from './identical.ts';
import { seed } from './seed.ts';

// The soak test sends many more.
checkIdentical({ runs: 50, seed }, { runs: 30, seed: 1 });
