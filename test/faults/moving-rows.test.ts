import { checkMovingRows } from './moving-rows.ts';

checkMovingRows({ noteLength: 10, pageRows: [19] });
// More than is put together in memory: every page is streamed.
checkMovingRows({ noteLength: 30_000, pageRows: [60], only: ['by text'] });
