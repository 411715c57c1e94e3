import { useState } from 'react';
import { communicationTexts } from '#contract/communication.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { NoToken } from './no-token.tsx';
import { UnsubscribeForm } from './unsubscribe-form.tsx';
import { Unsubscribed } from './unsubscribed.tsx';

/** Opening it changes nothing: programs that look for viruses open every link. Rules §9. */
export function UnsubscribePage() {
  const query = useSearchParams();
  const [isDone, setDone] = useState(false);
  const token = query.get('token')?.trim() ?? '';
  if (token === '') return <NoToken />;
  if (isDone) return <Unsubscribed />;
  return (
    <>
      <PageTitle>{communicationTexts.unsubscribe}</PageTitle>
      <UnsubscribeForm token={token} onDone={() => setDone(true)} />
    </>
  );
}
