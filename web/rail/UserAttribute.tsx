// A filter value that depends on the current user: a user attribute, by name.
import { useId } from 'react';
import { late } from '../messages/late.ts';
import { Input } from '../ui/Field.tsx';
import { useWorkbench } from '../workbench/context.ts';

export function UserAttribute(props: { readonly name: string; readonly onName: (name: string) => void }) {
  const { userAttributes = [] } = useWorkbench();
  const id = useId();
  return (
    <>
      <Input
        aria-label={late.rail.userAttribute}
        placeholder={late.rail.userAttribute}
        autoComplete="off"
        autoFocus
        list={id}
        value={props.name}
        onChange={(event) => props.onName(event.target.value)}
      />
      <datalist id={id}>
        {userAttributes.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
