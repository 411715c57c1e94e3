import { type ComponentType, lazy, Suspense, useState } from 'react';
import { summaryTexts } from '#contract/summaries.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './summary.module.css';

interface Props {
  /** The list's name; open or closed is stored for each list. */
  of: string;
  content: ComponentType;
}

/** Figures above the search, closed by default. product-rules 11.2. */
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

/** Loaded when first opened. If that fails, the list still works. */
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

/** Stored in this browser for each user. */
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
