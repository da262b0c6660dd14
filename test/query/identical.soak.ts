import { checkIdentical } from './identical.ts';
import { seed } from './seed.ts';

checkIdentical({ runs: 3_000, seed }, { runs: 3_000, seed });
