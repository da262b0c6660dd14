// The four screens of an import, and the data that each passes to the next.
import type { ImportDone, ImportOptions, Look } from '../api/imports.ts';

export type Step =
  | { readonly name: 'file' }
  | { readonly name: 'columns'; readonly id: string; readonly look: Look; readonly asked?: ImportOptions }
  | { readonly name: 'check'; readonly id: string; readonly look: Look; readonly asked: ImportOptions }
  | { readonly name: 'done'; readonly done: ImportDone };

export type Next = (step: Step) => void;
export type StepOf<Name extends Step['name']> = Extract<Step, { readonly name: Name }>;
