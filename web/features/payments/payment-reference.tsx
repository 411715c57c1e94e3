import { CopyButton } from '#web/ui/copy-button.tsx';

/** What the payer writes on a bank transfer, with a button that copies it. */
export function PaymentReference({ value }: { value: string }) {
  return (
    <>
      {value} <CopyButton value={value} what={`payment reference ${value}`} />
    </>
  );
}
