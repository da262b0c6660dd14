// In the view of another user: the fields that are hidden from this user, and why.
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { rights } from '../api/policy.ts';
import { viewedUser } from '../api/viewAs.ts';
import { late } from '../messages/late.ts';
import type { Entity } from '../model/model.ts';
import { humanize } from '../model/names.ts';
import { Button } from '../ui/Button.tsx';
import styles from './WhyNot.module.css';
import WhyNot from './WhyNot.tsx';

export function LockedFields({ entity }: { readonly entity: Entity }) {
  const isView = viewedUser() !== null;
  const [asked, setAsked] = useState<string>();
  const { data } = useQuery({
    queryKey: ['locked'],
    queryFn: ({ signal }) => rights.wholeCatalog(signal),
    enabled: isView,
  });
  const all = data?.entities[entity.name]?.columns ?? [];
  const locked = all.filter(({ name }) => !entity.column.has(name));
  if (!isView || locked.length === 0) return null;
  return (
    <section className={styles.locked} aria-label={late.access.locked}>
      <h2>{late.access.locked}</h2>
      <ul>
        {locked.map(({ name }) => (
          <li key={name}>
            <Button
              small
              icon={<Lock aria-hidden />}
              aria-expanded={asked === name}
              onClick={() => setAsked(asked === name ? undefined : name)}
            >
              {late.access.whyField(humanize(name))}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== undefined && <WhyNot key={asked} question={{ entity: entity.name, column: asked }} />}
    </section>
  );
}
