import { useEffect, useRef, useState } from 'react';
import { paymentTexts } from '#contract/payments.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './outcome.module.css';
import type { PaymentForm } from './use-redirect.ts';

const patienceMs = 4000;

/** Posts itself at once; the button is for where that came to nothing. */
export function ProviderForm({ form }: { form: PaymentForm }) {
  const element = useRef<HTMLFormElement>(null);
  const posted = useRef<PaymentForm>(null);
  const [isSlow, setSlow] = useState(false);

  useEffect(() => {
    if (posted.current === form) return;
    posted.current = form;
    element.current?.submit();
  }, [form]);

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <form ref={element} method="post" action={form.action}>
      {form.fields.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isSlow && (
        <div className={styles.slow}>
          <p>{paymentTexts.slow}</p>
          <Button type="submit" kind="primary" wide>
            {paymentTexts.goOn}
          </Button>
        </div>
      )}
    </form>
  );
}
