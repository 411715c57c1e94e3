import { type ComponentType, lazy, Suspense } from 'react';
import { summaryTexts } from '#contract/summaries.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useRememberedOpen } from './use-remembered-open.ts';
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
