import { checkCutAnswers } from './cut-answers.ts';

// What is written of the rows is the same on every engine: one file and one server have several kinds.
checkCutAnswers([0.5], (engine) => (engine === 'sqlite' || engine === 'postgres' ? 3 : 1));
