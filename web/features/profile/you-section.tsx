import { titles } from '#contract/fields.ts';
import type { MemberEdit } from '#web/features/members/use-member-form.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { PictureField } from '#web/features/users/picture-field.tsx';
import type { Picture } from '#web/features/users/use-picture.ts';
import styles from './profile-form.module.css';

const titleOptions = titles.map((title) => ({ value: title, label: title }));

export function YouSection({ edit, picture }: { edit: MemberEdit; picture: Picture }) {
  const { register, formState } = edit.form;
  const { errors } = formState;
  const { firstName, lastName } = edit.typed;
  return (
    <Card title="You">
      <div className={styles.short}>
        <SelectField
          label="Title"
          optional
          placeholder="None"
          options={titleOptions}
          autoComplete="honorific-prefix"
          error={errors.title?.message}
          {...register('title')}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <PictureField picture={picture} name={`${firstName} ${lastName}`} />
    </Card>
  );
}
