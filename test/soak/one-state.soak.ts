import { checkOneState } from '../faults/one-state.ts';

checkOneState(1_000);
