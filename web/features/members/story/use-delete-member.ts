import { useState } from 'react';
import { deleteMember, type Member, searchMembers } from '#contract/members/endpoints.ts';
import { deletionTexts, previewDeletion } from '#contract/members/archive.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { confirmDeletion, useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

type DeletedMember = Pick<Member, 'id' | 'email' | 'firstName' | 'lastName'>;

interface Callbacks {
  /** Called with the server's refusal, and with null before each call. */
  onRefused: (message: string | null) => void;
  /** Called after the member was archived or deleted. */
  onDone: (id: string) => Promise<unknown> | void;
}

/** Says whether the member will be archived or deleted, asks, and says what was done. */
export function useDeleteMember({ onRefused, onDone }: Callbacks) {
  const confirm = useConfirm();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  async function askAndDelete(member: DeletedMember) {
    const { id } = member;
    const name = `${member.firstName} ${member.lastName}`;
    onRefused(null);
    setBusy(true);
    try {
      const { outcome } = await call(previewDeletion, { params: { id } });
      const { archive, delete: remove } = deletionTexts;
      const words = outcome === 'archived' ? archive(name) : remove(name);
      if (!(await confirm(confirmDeletion(name, words)))) return;
      await call(deleteMember, { params: { id } });
      const isKept = await isArchived(member);
      if (isKept) {
        const show = { label: deletionTexts.show, to: paths.member(id) };
        notify.success(deletionTexts.archived(name), show);
      } else {
        notify.success(deletionTexts.deleted(name));
      }
      await onDone(id);
    } catch (error) {
      onRefused(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return { busy, askAndDelete };
}

/** A payment may have arrived since the question, so the list of archived members decides. */
async function isArchived({ id, email }: DeletedMember): Promise<boolean> {
  const { results } = await call(searchMembers, { body: { isArchived: true, email } });
  return results.some((archived) => archived.id === id);
}
