import { checkCopies, checkNonInterference } from './interference.ts';
import { limited } from './people.ts';

// The soak asks many more, for everybody on every engine. Who may see what is decided before an engine is asked, so that
// the others are asked by a few.
checkNonInterference(['sqlite'], 30);
checkCopies(['sqlite'], 24);
checkNonInterference(['postgres'], 30, [...limited.slice(0, 2), ...limited.slice(-1)]);
checkNonInterference(['duckdb'], 20, limited.slice(0, 1));
