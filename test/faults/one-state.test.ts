import { checkOneState } from './one-state.ts';

checkOneState(12);
