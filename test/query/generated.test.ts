import { checkGenerated } from './check.ts';

// The soak test runs many more.
checkGenerated(16, 8, 0.25);
