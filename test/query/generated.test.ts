import { checkGenerated } from './check.ts';

// The soak asks many more.
checkGenerated(300, 300, 0.1);
