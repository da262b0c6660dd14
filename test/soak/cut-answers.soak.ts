import { checkCutAnswers } from '../faults/cut-answers.ts';

checkCutAnswers([0.01, 0.2, 0.4, 0.6, 0.8, 0.99]);
