import { checkMovingRows } from '../faults/moving-rows.ts';

checkMovingRows({ noteLength: 10, pageRows: [1, 2, 3, 7, 50] });
// Too large to be assembled in memory: every page is streamed.
checkMovingRows({ noteLength: 30_000, pageRows: [40, 100] });
