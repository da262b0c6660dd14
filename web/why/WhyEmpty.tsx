// In the view of another user: whether an empty value is really empty, or only hidden from this user.
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { WhyQuestion } from '../api/policy.ts';
import { viewedUser } from '../api/viewAs.ts';
import { late } from '../messages/late.ts';
import { IconButton } from '../ui/Button.tsx';
import WhyNot from './WhyNot.tsx';

export function WhyEmpty({ question }: { readonly question: WhyQuestion }) {
  const [isAsked, setAsked] = useState(false);
  if (viewedUser() === null) return null;
  return (
    <>
      <IconButton
        small
        label={late.access.whyEmpty}
        aria-expanded={isAsked}
        onClick={() => setAsked(!isAsked)}
      >
        <Lock aria-hidden />
      </IconButton>
      {isAsked && <WhyNot question={question} otherwise={late.access.reallyEmpty} />}
    </>
  );
}
