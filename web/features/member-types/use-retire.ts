import {
  type MemberType,
  memberTypeTexts,
  updateMemberType,
} from '#contract/member-types/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

interface Props {
  /** Called with the server's refusal, and with null before each call. */
  onRefused: (message: string | null) => void;
  /** Called after each call: reload the type. */
  onDone: () => Promise<unknown>;
}

/** Retires a type after a confirmation, or offers it again. */
export function useRetire({ onRefused, onDone }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(updateMemberType);

  async function retireOrBringBack({ id, name, isRetired }: MemberType) {
    const sure =
      isRetired ||
      (await confirm({
        title: `Retire ${name}?`,
        body: memberTypeTexts.askRetire(name),
        confirm: 'Yes, retire it',
        cancel: 'No, cancel',
      }));
    if (!sure) return;
    onRefused(null);
    const outcome = await send({ params: { id }, body: { isRetired: !isRetired } });
    if (outcome.ok) {
      notify.success(isRetired ? memberTypeTexts.broughtBack : memberTypeTexts.retired);
    } else if (outcome.error) {
      onRefused(outcome.error.message);
    }
    await onDone();
  }

  return { busy, retireOrBringBack };
}

/** Confirms a fee that was suggested, as it is. */
export function useConfirmFee({ onRefused, onDone }: Props) {
  const notify = useNotify();
  const { send, busy } = useCall(updateMemberType);

  async function confirm({ id, fee }: MemberType) {
    onRefused(null);
    const outcome = await send({ params: { id }, body: { fee } });
    if (outcome.ok) notify.success(memberTypeTexts.feeConfirmed(formatRand(fee)));
    else if (outcome.error) onRefused(outcome.error.message);
    await onDone();
  }

  return { busy, confirm };
}

/** The button's text. */
export function retireWords({ isRetired }: MemberType): string {
  return isRetired ? 'Bring back' : 'Retire';
}
