// The parameters of the open query above its result: their values are part of the link.
import { useState } from 'react';
import { ParameterDialog } from '../../library/ParameterDialog.tsx';
import { ParameterInputs } from '../../library/ParameterInputs.tsx';
import { argumentFor } from '../../query/document.ts';
import { changeParameter, dropParameter, reservedNames, setArgument } from '../../query/parameters.ts';
import { useWorkbench } from '../context.ts';
import styles from './ParameterBar.module.css';

export function ParameterBar() {
  const { doc, edit } = useWorkbench();
  const [edited, setEdited] = useState<string>();
  const parameters = doc.parameters ?? [];
  const parameter = parameters.find(({ name }) => name === edited);
  if (parameters.length === 0) return null;
  return (
    <div className={styles.bar}>
      <ParameterInputs
        parameters={parameters}
        given={(name) => argumentFor(doc, name)}
        onGiven={(name, value) =>
          edit((before) => setArgument(before, name, value), { tag: `argument ${name}` })
        }
        onEdit={({ name }) => setEdited(name)}
      />
      {parameter && (
        <ParameterDialog
          parameter={parameter}
          taken={[...reservedNames, ...parameters.map(({ name }) => name).filter((name) => name !== edited)]}
          onApply={(next) => edit((before) => changeParameter(before, parameter.name, next))}
          onDrop={() => edit((before) => dropParameter(before, parameter.name))}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
