import { type ComponentType, lazy, Suspense, useState } from 'react';
import { summaryTexts } from '#contract/summaries.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './summary.module.css';

export interface SummaryOf {
  /** The list's name; open or closed is stored for each list. */
  of: string;
  content: ComponentType;
}

interface ButtonProps {
  id: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens the figures above the rows, which are closed by default. product-rules 11.2. */
export function SummaryButton({ id, isOpen, onToggle }: ButtonProps) {
  return (
    <Button aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
      {summaryTexts.title}
    </Button>
  );
}

interface Props {
  id: string;
  isOpen: boolean;
  content: ComponentType;
}

export function Summary({ id, isOpen, content: Content }: Props) {
  return (
    <section
      id={id}
      aria-label={summaryTexts.title}
      hidden={!isOpen}
      className={styles.section}
      data-print="no"
    >
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <Content />
        </Suspense>
      )}
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
export function useRememberedOpen(of: string) {
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
