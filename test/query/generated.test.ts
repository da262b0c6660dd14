import { checkGenerated } from './check.ts';

// The soak asks many more.
checkGenerated(28, 28, 0.25);
