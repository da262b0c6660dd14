import { checkAnalysis } from './analysis/check.ts';
import { seed } from './seed.ts';

checkAnalysis(200, [1, seed]);
