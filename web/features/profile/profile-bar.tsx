import { profileTexts, renewDialogTexts } from '#contract/profile.ts';
import { Button } from '#web/ui/button.tsx';
import { RecordTold, type RecordTrouble } from '#web/forms/record-message.tsx';
import { SaveBar } from '#web/forms/save-bar.tsx';

interface Props extends RecordTrouble {
  isChanged: boolean;
  busy: boolean;
  isRenewable: boolean;
  onDiscard: () => void;
}

/** The buttons of the profile. While it is time to renew, either way of saving leads to the same question. */
export function ProfileBar({ isChanged, busy, isRenewable, onDiscard, ...trouble }: Props) {
  return (
    <SaveBar changed={isChanged}>
      <RecordTold {...trouble} />
      {isChanged && (
        <Button kind="quiet" disabled={busy} onClick={onDiscard}>
          <span>
            {profileTexts.discard}
            <span className="visually-hidden"> changes</span>
          </span>
        </Button>
      )}
      {isRenewable && <Button type="submit">Save</Button>}
      <Button type="submit" kind="primary" busy={busy} keepsFocus>
        {isRenewable ? renewDialogTexts.open : 'Save'}
      </Button>
    </SaveBar>
  );
}
