import { checkCopies, checkNonInterference } from './interference.ts';
import { limited } from './people.ts';

// The soak asks many more, on every engine. These two differ most: one reads in the process, one is a server.
checkNonInterference(['sqlite', 'postgres'], 40);
checkCopies(['sqlite', 'postgres'], 30);
checkNonInterference(['duckdb'], 20, limited.slice(0, 2));
