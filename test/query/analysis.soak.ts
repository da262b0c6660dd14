import { checkAnalysis } from './analysis/check.ts';
import { seed } from './seed.ts';

checkAnalysis(3_000, [seed]);
