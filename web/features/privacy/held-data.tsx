import { Download } from 'lucide-react';
import { dayOf } from '#contract/days.ts';
import { downloadDataExport, dataExportTexts } from '#contract/privacy/data-export.ts';
import { isErasedEmail, erasedMember } from '#contract/privacy/erased.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { useMay } from '#web/session/use-may.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { ErasePerson } from './erase-person.tsx';
import { OpenErasureRequest } from './erasure-request.tsx';
import styles from './privacy.module.css';

/** Downloads the file. A link could not send the token. */
export function DownloadHeldData({ memberId, label }: { memberId: string; label: string }) {
  const { busy, error, send } = useCall(downloadDataExport);

  async function download() {
    const outcome = await send({ params: { id: memberId } });
    if (outcome.ok) saveFile(outcome.data, dataExportTexts.fileName(dayOf(new Date())));
  }

  return (
    <>
      <Button busy={busy} onClick={download}>
        {!busy && <Download aria-hidden size={18} />}
        {label}
      </Button>
      <FormProblem message={error && dataExportTexts.failed} />
    </>
  );
}

interface MemberPrivacyProps {
  member: Pick<Member, 'id' | 'email' | 'firstName' | 'lastName'>;
  onErased: () => Promise<unknown>;
}

/** On the member's page, for members who ask the organisation for their details, or to be erased. */
export function MemberPrivacy({ member, onErased }: MemberPrivacyProps) {
  const { id, email, firstName, lastName } = member;
  if (!useMay()('privacy')) return null;
  return (
    <Disclosure summary={privacyTexts.title}>
      <div className={styles.own}>
        <p>{dataExportTexts.forOffice}</p>
        <DownloadHeldData memberId={id} label={dataExportTexts.downloadMembers} />
        {isErasedEmail(email) ? <p>{erasedMember}</p> : <OpenErasureRequest memberId={id} />}
        {/* Also again: something may have come since. */}
        <ErasePerson kind="member" id={id} name={`${firstName} ${lastName}`} onErased={onErased} />
      </div>
    </Disclosure>
  );
}

interface PersonPrivacyProps {
  /** Who gave a donation, or pays an invoice without a member. */
  kind: 'donor' | 'payer';
  /** Of the donation or the invoice. */
  id: string;
  name: string;
  onErased: () => Promise<unknown>;
}

/** On the page of a donation, and of an invoice that belongs to no member. */
export function PersonPrivacy({ kind, id, name, onErased }: PersonPrivacyProps) {
  if (!useMay()('privacy')) return null;
  return (
    <Card>
      <Disclosure summary={privacyTexts.title}>
        <div className={styles.own}>
          <ErasePerson kind={kind} id={id} name={name} onErased={onErased} />
        </div>
      </Disclosure>
    </Card>
  );
}
