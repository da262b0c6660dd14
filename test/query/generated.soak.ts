import { checkGenerated } from './check.ts';

// Besides the answers, this shows that ten thousand queries leave the database unchanged.
checkGenerated(10_000, 2_000);
