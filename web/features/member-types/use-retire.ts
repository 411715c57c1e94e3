import { type MemberType, memberTypeTexts, updateMemberType } from '#contract/member-types.ts';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

interface Props {
  /** Told why the server refused, and null before it is asked. */
  onRefused: (message: string | null) => void;
  /** In either case the type is to be read again. */
  onDone: () => Promise<unknown>;
}

/** Takes a type from what is offered, after a question, or brings it back. */
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

/** The words of the button. */
export function retireWords({ isRetired }: MemberType): string {
  return isRetired ? 'Bring back' : 'Retire';
}
