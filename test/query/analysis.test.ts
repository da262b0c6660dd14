import { checkAnalysis } from './analysis/check.ts';

// The same requests in every run; the soak test generates new ones each time.
checkAnalysis(40, [1]);
