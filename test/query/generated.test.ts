import { checkGenerated } from './check.ts';

// The soak test runs many more.
checkGenerated(10, 5, 0.4);
