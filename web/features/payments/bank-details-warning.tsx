import { Link } from 'react-router';
import { missingForEftTexts, neededLines } from '#contract/company-info/missing-for-eft.ts';
import { paths } from '#web/app/paths.ts';
import { Warning } from '#web/ui/warning.tsx';

interface Props {
  /** Names the missing details. */
  sentence: string;
  /** The words before and after the link. */
  next: readonly [string, string];
  /** Called when the user goes to Company Info: closes the dialog. */
  onLeave: () => void;
}

/** Shown before an invoice goes out that does not say where to pay. It warns and does not refuse. */
export function BankDetailsWarning({ sentence, next: [before, after], onLeave }: Props) {
  return (
    <Warning>
      <p>{sentence}</p>
      <p>
        {before}
        <Link to={paths.companyInfo()} onClick={onLeave}>
          Company Info
        </Link>
        {after}
      </p>
    </Warning>
  );
}

/** Which of the lines that a payer needs are not among these; null if none is missing. */
export function missingOnInvoice(lines: readonly { label: string }[]): string | null {
  if (lines.length === 0) return missingForEftTexts.noneOnInvoice;
  const missing = neededLines.filter((label) => lines.every((line) => line.label !== label));
  return missing.length === 0 ? null : missingForEftTexts.notOnInvoice(missing);
}
