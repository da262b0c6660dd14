import { checkAnalysis } from './analysis/check.ts';
import { seed } from './seed.ts';

checkAnalysis(150, [1, seed]);
