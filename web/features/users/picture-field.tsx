import { pictureTexts, pictureTypes } from '#contract/files.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, useFieldTies } from '#web/ui/fields/field.tsx';
import file from '#web/ui/fields/file-input.module.css';
import styles from './picture-field.module.css';
import type { Picture } from './use-picture.ts';

interface Props {
  picture: Picture;
  /** The user's name: initials are shown if there is no picture. */
  name: string;
}

/** The current or chosen picture, and buttons to change it. product-rules 18.7. */
export function PictureField({ picture, name }: Props) {
  const { problem, uploading, isChosen, setInput, choose, undo } = picture;
  const hint = pictureTexts.hint;
  const ties = useFieldTies({ hint, error: problem ?? '' });
  return (
    <Field id={ties.id} label="Profile Picture" optional hint={hint} error={problem ?? ''}>
      <div className={styles.row}>
        <Avatar name={name} picture={picture.shown} size={80} onBroken={picture.broken} />
        <div className={styles.choice}>
          <input
            {...ties}
            ref={setInput}
            type="file"
            accept={pictureTypes.join()}
            disabled={uploading}
            onChange={({ target }) => choose(target.files?.[0])}
            className={file.input}
          />
          {(isChosen || problem !== null) && (
            <Button kind="quiet" off={uploading} onClick={undo}>
              {pictureTexts.undo}
            </Button>
          )}
          <output className={styles.state}>{stateOf(picture)}</output>
        </div>
      </div>
    </Field>
  );
}

function stateOf({ uploading, isChosen, problem }: Picture): string {
  if (uploading) return pictureTexts.uploading;
  return isChosen && problem === null ? pictureTexts.chosen : '';
}
