import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** `what` names the thing for screen readers: "Copy account number". */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 3000);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <Button kind="quiet" onClick={copy} data-print="no">
        {state === 'copied' ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
        <span>
          {words[state]}
          <span className="visually-hidden"> {what}</span>
        </span>
      </Button>
      <output className="visually-hidden">{announcements[state]}</output>
    </>
  );
}

const words = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' } as const;
const announcements = { idle: '', copied: 'Copied.', failed: 'Copying failed.' } as const;
