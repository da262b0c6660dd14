import { checkChurn } from '../faults/churn.ts';

checkChurn(60);
