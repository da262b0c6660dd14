// The words of the page. One catalogue is active at a time; English is complete and defines the type of the others.
import { en } from './en/index.ts';

export type Messages = typeof en;

export const t: Messages = en;
