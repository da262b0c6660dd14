import { checkAnalysis } from './analysis/check.ts';

// The same requests in every run; the soak asks others each time.
checkAnalysis(40, [1]);
