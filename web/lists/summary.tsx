import { type ComponentType, lazy, Suspense, useState } from 'react';
import { summaryTexts } from '#contract/summaries.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './summary.module.css';

interface Props {
  /** Of which list; open or closed is remembered for each. */
  of: string;
  content: ComponentType;
}

/** Figures between the heading and the search, closed until someone asks. Rules §11. */
export function Summary({ of, content: Content }: Props) {
  const [isOpen, setOpen] = useRememberedOpen(of);
  return (
    <section aria-label={summaryTexts.title} className={styles.section} data-print="no">
      <Disclosure summary={summaryTexts.title} open={isOpen} onToggle={setOpen}>
        {isOpen && (
          <Suspense fallback={<Spinner />}>
            <Content />
          </Suspense>
        )}
      </Disclosure>
    </section>
  );
}

/** Fetched when it is first opened; the list goes on working when it can not be had. */
export function lazySummary(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Missing };
    }
  });
}

function Missing() {
  return <FormProblem message={summaryTexts.error} />;
}

/** In this browser, for each person who uses it. */
function useRememberedOpen(of: string) {
  const { name = '' } = useSession() ?? {};
  const key = `summary of ${of} for ${name}`;
  const [isOpen, setOpen] = useState(() => localStorage.getItem(key) === 'open');

  function remember(open: boolean) {
    setOpen(open);
    if (open) localStorage.setItem(key, 'open');
    else localStorage.removeItem(key);
  }

  return [isOpen, remember] as const;
}
